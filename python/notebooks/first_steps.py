# %% [markdown]
# # First steps
# Load a scene, look at it, step it, read forces, save and go on.

# %%
import numpy as np

import stickslip as ss

scene = ss.load("card-house")
scene

# %%
sim = scene.simulate()
report = sim.run(60)
report

# %% [markdown]
# A simulation shows itself. Forces are the red lines.

# %%
sim

# %%
for contact in sim.contacts()[:5]:
    print(contact.body.name, "on", contact.other.name, contact.force.round(3), contact.state)

# %% [markdown]
# A saved state is whole: both go on to the same bits.

# %%
saved = sim.save()
again = scene.simulate(saved)
sim.run(10)
again.run(10)
print(sim.hash == again.hash)

# %%
runs = scene.rollout([saved] * 3, steps=20, every=5)
print(runs.position.shape, bool(np.all(runs.converged)))
