"""MuJoCo's flex: a soft cube of so many nodes along an edge falls onto a plane.

Arguments: integrator, nodes, edge (m), Young's modulus (Pa), Poisson's ratio, density (kg/m³), drop (m),
damping (s), step (s), seconds. Tells CPU time of a step, how deep contacts were at worst and at
the end, and the mean height of the top at the end.
"""

import json
import sys
import time

import mujoco

integrator, nodes = sys.argv[1], int(sys.argv[2])
numbers = [float(word) for word in sys.argv[3:]]
edge, young, poisson, density, drop, damping, step, seconds = numbers
RADIUS = 1e-3
gap = edge / (nodes - 1)
text = f"""<mujoco><option integrator="{integrator}" timestep="{step!r}" gravity="0 0 -9.81"/><size memory="256M"/>
<worldbody><geom type="plane" size="10 10 1" friction="0.5 0 0"/>
<flexcomp name="cube" type="grid" count="{nodes} {nodes} {nodes}" spacing="{gap!r} {gap!r} {gap!r}"
 pos="0 0 {edge / 2 + drop + RADIUS!r}" dim="3" mass="{density * edge**3!r}" radius="{RADIUS!r}">
<elasticity young="{young!r}" poisson="{poisson!r}" damping="{damping!r}"/>
<contact selfcollide="none" friction="0.5 0 0"/></flexcomp></worldbody></mujoco>"""
model = mujoco.MjModel.from_xml_string(text)
data = mujoco.MjData(model)
mujoco.mj_forward(model, data)
rest = data.flexvert_xpos.copy()
low, high = rest.min(axis=0), rest.max(axis=0)
is_top = rest[:, 2] > high[2] - 1e-9
# Nodes on a side of the top have half of the area of others.
is_side = (rest[:, :2] < low[:2] + 1e-9) | (rest[:, :2] > high[:2] - 1e-9)
weights = is_top * 0.5 ** is_side.sum(axis=1)
spent, deepest, depth = 0.0, 0.0, 0.0
steps = round(seconds / step)
for _ in range(steps):
    begin = time.process_time()
    mujoco.mj_step(model, data)
    spent += time.process_time() - begin
    depth = max([0.0, *(-float(dist) for dist in data.contact.dist)])
    deepest = max(deepest, depth)
mujoco.mj_forward(model, data)
heights = data.flexvert_xpos[:, 2]
answer = {
    "version": mujoco.__version__,
    "nodes": int(model.nflexvert),
    "ms": 1e3 * spent / steps,
    "deepest": deepest,
    "depth": depth,
    "height": float(heights @ weights / weights.sum()) - RADIUS,
}
print(json.dumps(answer))
