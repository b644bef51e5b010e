"""Times the IPC Toolkit on queries and meshes, one turn for every line on standard input."""

import json
import os
import sys
import time

import ipctk
import numpy
from ipctk import tight_inclusion

# The toolkit's complaints go to standard output too: they are not to stand among the answers.
answers = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

with open(sys.argv[1]) as file:
    questions = json.load(file)

# The toolkit's own copy of the reference code. Its class `TightInclusionCCD` asks this
# code again, for ever, where features touch at the beginning. And the code is capped:
# with the ten million iterations that it has by itself, the coplanar and sliding queries
# take minutes.
MOST_ITERATIONS = 100_000
point_triangle, edge_edge = tight_inclusion.point_triangle_ccd, tight_inclusion.edge_edge_ccd
queries = []
for kind, numbers in questions["queries"]:
    points = [numpy.array(numbers[3 * k : 3 * k + 3]) for k in range(8)]
    queries.append((point_triangle if kind == "vf" else edge_edge, points))

# What a call costs that has nothing to compute: two features far apart that do not move.
face = [numpy.array(p, dtype=float) for p in ([9, 9, 9], [0, 0, 0], [1, 0, 0], [0, 1, 0])]
rest = (point_triangle, face + face)

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
    answer = function(*points, max_iterations=MOST_ITERATIONS)
    return time.perf_counter_ns() - begin, answer


for _ in sys.stdin:
    times, hits = [], []
    for function, points in queries:
        ns, (hit, *_) = timed(function, points)
        times.append(ns)
        hits.append(bool(hit))
    floor = sorted(timed(*rest)[0] for _ in range(200))[100]
    broad = []
    for mesh, start, end in scenes:
        candidates = ipctk.Candidates()
        begin = time.perf_counter_ns()
        candidates.build(mesh, start, end)
        broad.append([time.perf_counter_ns() - begin, len(candidates)])
    answer = {"ns": times, "hits": hits, "floor_ns": floor, "broad": broad}
    print(json.dumps(answer), file=answers, flush=True)
