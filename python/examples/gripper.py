"""Drive a gripper by a controller: close, lift, and hold a load by force."""

import stickslip as ss

scene = ss.load("grasp")
sim = scene.simulate()
fingers = ["slide-0", "slide-1"]
block, hand = scene.bodies["block"], scene.bodies["hand"]

height = 0.5
for step in range(180):
    # Squeeze harder as the block stays behind the hand, which is to say: slips.
    lag = (float(sim.position[hand][1]) - 0.5) - (float(sim.position[block][1]) - 0.1)
    squeeze = min(20.0, 6.0 + 4000.0 * max(0.0, lag))
    for finger in fingers:
        sim.control.set(finger, "force", squeeze)
    # After half a second the hand goes up, slowly.
    if sim.time > 0.5:
        height = min(0.8, height + 0.2 * scene.dt)
    sim.lead("hand", [0.0, height, 0.0])
    report = sim.step()
    assert report.converged, report.why()

pressed = [float(abs(contact.force[0])) for contact in sim.contacts(block)]
print(f"the block is at {sim.position[block][1]:.3f} m, held by {sum(pressed) / 2:.2f} N a side")
assert sim.position[block][1] > 0.3
