"""How many steps MuJoCo's centred finite differences of a step take, for a model from a file."""

import json
import statistics
import sys
import time

import mujoco
import numpy

model = mujoco.MjModel.from_xml_path(sys.argv[1])
data = mujoco.MjData(model)
if model.nkey:
    mujoco.mj_resetDataKeyframe(model, data, 0)
for _ in range(50):
    mujoco.mj_step(model, data)
size = 2 * model.nv + model.na
by_state, by_controls = numpy.zeros((size, size)), numpy.zeros((size, model.nu))
ratios = []
for _ in range(5):
    state = numpy.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_INTEGRATION))
    mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    begin = time.process_time()
    for _ in range(100):
        mujoco.mj_step(model, data)
    alone = (time.process_time() - begin) / 100
    mujoco.mj_setState(model, data, state, mujoco.mjtState.mjSTATE_INTEGRATION)
    begin = time.process_time()
    for _ in range(10):
        mujoco.mjd_transitionFD(model, data, 1e-6, True, by_state, by_controls, None, None)
        mujoco.mj_step(model, data)
    ratios.append((time.process_time() - begin) / 10 / alone)
print(json.dumps({"ratio": statistics.median(ratios)}))
