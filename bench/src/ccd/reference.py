"""Times the IPC Toolkit on queries and meshes, one turn for every line on standard input."""

import json
import sys
import time

import ipctk
import numpy

with open(sys.argv[1]) as file:
    questions = json.load(file)

ccd = ipctk.TightInclusionCCD(conservative_rescaling=1.0)
queries = []
for kind, numbers in questions["queries"]:
    points = [numpy.array(numbers[3 * k : 3 * k + 3]) for k in range(8)]
    queries.append((ccd.point_triangle_ccd if kind == "vf" else ccd.edge_edge_ccd, points))

# What a call costs that has nothing to compute: two features far apart that do not move.
face = [numpy.array(p, dtype=float) for p in ([9, 9, 9], [0, 0, 0], [1, 0, 0], [0, 1, 0])]
rest = (ccd.point_triangle_ccd, face + face)

# Its name since 1.6, and before.
patches = getattr(ipctk, "make_vertex_patches_filter", None) or ipctk.VertexPatchesCanCollide

scenes = []
for scene in questions["scenes"]:
    start, end = numpy.array(scene["start"]), numpy.array(scene["end"])
    mesh = ipctk.CollisionMesh(start, numpy.array(scene["edges"]), numpy.array(scene["faces"]))
    mesh.can_collide = patches(numpy.array(scene["patches"]))
    scenes.append((mesh, start, end))


def timed(function, points):
    begin = time.perf_counter_ns()
    answer = function(*points)
    return time.perf_counter_ns() - begin, answer


for _ in sys.stdin:
    times, hits = [], []
    for function, points in queries:
        ns, (hit, _) = timed(function, points)
        times.append(ns)
        hits.append(bool(hit))
    floor = sorted(timed(*rest)[0] for _ in range(200))[100]
    broad = []
    for mesh, start, end in scenes:
        candidates = ipctk.Candidates()
        begin = time.perf_counter_ns()
        candidates.build(mesh, start, end)
        broad.append([time.perf_counter_ns() - begin, len(candidates)])
    print(json.dumps({"ns": times, "hits": hits, "floor_ns": floor, "broad": broad}), flush=True)
