"""Read forces: who pushes whom, how hard, and which constraint it is."""

import numpy as np

import stickslip as ss

scene = ss.load("incline", angle=20, friction=0.5)
sim = scene.simulate()
sim.run(60)

crate = scene.bodies["crate"]
for contact in sim.contacts(crate):
    print(f"{contact.other.name} at {contact.point.round(3)}: {contact.force.round(3)} N on the crate, "
          f"{contact.state}")

total = sim.contact_force(crate)
weight = scene.body(crate).mass * -scene.gravity
print("sum", total.round(4), "weight", weight.round(4))
assert np.allclose(total, weight, atol=1e-5)

heaviest = max(sim.rows(), key=lambda row: abs(row.impulse))
print("the largest impulse:", heaviest.description, f"{heaviest.impulse:.4f} N·s")
