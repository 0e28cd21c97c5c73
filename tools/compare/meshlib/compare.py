"""`selvedge inspect` beside MeshLib, the fastest exact tool we know, on the same crumpled sheets in one run.

Both tools get the same mesh with its hierarchy already built. MeshLib finds exact edge/triangle pairs on an integer grid of
its own (`findSelfCollidingEdgeTrisPrecise`) and orders them into contours (`orderSelfIntersectionContours`); it does no
colouring. Selvedge refits its hierarchy, finds crossings, paths and regions (`seconds.analyse` of its report). The sheets
are in general position: tools differ in what they call an intersection where things touch exactly. Coordinates are single
precision, which both read without loss; MeshLib's grid still rounds them, so a handful of pairs may differ.

One thread means one processor for MeshLib (processor affinity), `--threads 1` and the same affinity for Selvedge.

    python3 -m venv .venv && .venv/bin/pip install -r tools/compare/meshlib/requirements.txt
    cargo build --release
    .venv/bin/python tools/compare/meshlib/compare.py
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import meshlib.mrmeshnumpy as mesh_numpy
import meshlib.mrmeshpy as meshlib
import numpy

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
SELVEDGE = os.environ.get("SELVEDGE", os.path.join(ROOT, "target", "release", "selvedge"))
RUNS = 7


def crumpled(cells, fold=0.148, waves=12, seed=7):
    """A sheet of 2 cells² triangles, one metre square, displaced by smooth random waves."""
    random = numpy.random.default_rng(seed)
    line = numpy.linspace(-0.5, 0.5, cells + 1)
    x, z = numpy.meshgrid(line, line)
    points = numpy.stack([x.ravel(), numpy.zeros(x.size), z.ravel()], axis=1)
    moved = points.copy()
    for _ in range(waves):
        angle, frequency, phase = random.uniform(0, 2 * numpy.pi), random.uniform(10, 30), random.uniform(0, 2 * numpy.pi)
        along = 2 * numpy.pi * frequency * (numpy.cos(angle) * points[:, 0] + numpy.sin(angle) * points[:, 2])
        moved += fold * numpy.sin(along + phase)[:, None] * random.uniform(-0.5, 0.5, 3) / frequency
    row = numpy.arange(cells)[:, None] * (cells + 1) + numpy.arange(cells)[None, :]
    a, b, c, d = row.ravel(), row.ravel() + 1, row.ravel() + cells + 2, row.ravel() + cells + 1
    faces = numpy.stack([numpy.stack([a, b, c], 1), numpy.stack([a, c, d], 1)], 1).reshape(-1, 3)
    return moved.astype(numpy.float32), faces.astype(numpy.int32)


def write_ply(path, points, faces):
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\nproperty float x\nproperty float y\n"
        f"property float z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    rows = numpy.empty(len(faces), dtype=[("n", "u1"), ("v", "<i4", 3)])
    rows["n"], rows["v"] = 3, faces
    with open(path, "wb") as file:
        file.write(header.encode() + points.astype("<f4").tobytes() + rows.tobytes())


def selvedge(path, threads):
    command = [SELVEDGE, "inspect", path, "--json", "-", "--threads", str(threads)]
    reports = [json.loads(subprocess.run(command, capture_output=True, check=False).stdout) for _ in range(3)]
    best = min(reports, key=lambda report: report["seconds"]["analyse"])
    return best["seconds"]["analyse"], best["crossings"], len(best["paths"])


def mesh_lib(cells):
    """Measures in a process of its own: MeshLib counts the processors once, when it starts."""
    command = [sys.executable, os.path.abspath(__file__), "--meshlib", str(cells)]
    output = subprocess.run(command, capture_output=True, check=True).stdout
    return json.loads(output)


def measure_mesh_lib(cells):
    points, faces = crumpled(cells)
    mesh = mesh_numpy.meshFromFacesVerts(faces, points)
    part = meshlib.MeshPart(mesh)
    to_int = meshlib.getVectorConverters(part).toInt
    seconds = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        pairs = meshlib.findSelfCollidingEdgeTrisPrecise(part, to_int)
        contours = meshlib.orderSelfIntersectionContours(mesh.topology, pairs)
        seconds.append(time.perf_counter() - start)
    # The first run builds the hierarchy. Contours come in pairs, one for each side.
    print(json.dumps([min(seconds[1:]), len(pairs), len(contours) // 2]))


def main():
    cpus = sorted(os.sched_getaffinity(0))
    print(f"{'triangles':>9} {'threads':>7} | {'MeshLib ms':>10} {'pairs':>6} {'paths':>5} | {'Selvedge ms':>11} "
          f"{'crossings':>9} {'paths':>5} | ratio")
    with tempfile.TemporaryDirectory() as folder:
        for cells in [100, 224, 500]:
            points, faces = crumpled(cells)
            path = os.path.join(folder, f"sheet{cells}.ply")
            write_ply(path, points, faces)
            for threads in [1, 2]:
                if threads > len(cpus):
                    print(f"{len(faces):>9} {threads:>7} | skipped: this machine has {len(cpus)} processor(s)")
                    continue
                os.sched_setaffinity(0, cpus[:threads])
                theirs, ours = mesh_lib(cells), selvedge(path, threads)
                os.sched_setaffinity(0, cpus)
                print(f"{len(faces):>9} {threads:>7} | {theirs[0] * 1e3:>10.1f} {theirs[1]:>6} {theirs[2]:>5} | "
                      f"{ours[0] * 1e3:>11.1f} {ours[1]:>9} {ours[2]:>5} | {theirs[0] / ours[0]:>5.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--meshlib"]:
        measure_mesh_lib(int(sys.argv[2]))
    else:
        main()
