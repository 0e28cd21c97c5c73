"""Selvedge's continuous collision beside Tight-Inclusion (Wang et al. 2021) in the IPC Toolkit, on the same candidates in one run.

Both get the same two frames and the same candidates, which the toolkit's own broad phase finds (boxes swept over the step);
both only answer them. The toolkit is asked for the largest step without collision: it answers every candidate, and may stop
each at the earliest collision so far. Selvedge answers every candidate in full, with its time. Tight-Inclusion has its default
tolerance and iterations, but no rescaling: by default it asks for a fifth of the distance at the start to be kept, which is
another question and takes it longer.

Steps: frames of a cloth that falls on a ball, simulated by `selvedge simulate`; and two frames of a cloth pulled into a funnel,
with exact answers, from the shared data beside the checkout. Then every candidate is asked alone of both, and what they
disagree about is counted. Tight-Inclusion calls those colliding that come closer than its tolerance, so candidates that only
Selvedge calls apart are asked again with a hundredth of it.

It makes a virtual environment of its own (`tools/compare/ccd/.venv`) and says aloud what it skips:

    cargo build --release -p selvedge && cargo build --release -p selvedge-geometry --example impact_time
    python3 tools/compare/ccd/compare.py
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
SELVEDGE = os.environ.get("SELVEDGE", os.path.join(ROOT, "target", "release", "selvedge"))
IMPACT = os.environ.get("IMPACT_TIME", os.path.join(ROOT, "target", "release", "examples", "impact_time"))
FUNNEL = os.path.join(ROOT, "..", "shared", "data", "ccd", "cloth-funnel")
RUNS = 7
GOAL = 5.0

SCENE = """
[[garment]]
name = "cloth"
shape = { sheet = { size = [1.0, 1.0], cells = [80, 80], plane = "xz", center = [0.05, 0.75, 0.0] } }
material = "silk"

[[collider]]
name = "ball"
shape = { sphere = { center = [0.0, 0.4, 0.0], radius = 0.3 } }

[[collider]]
name = "floor"
shape = { plane = { point = [0, 0, 0], normal = [0, 1, 0] } }

[simulation]
frames = [0, 20]
"""
DROP_FRAMES = [(8, 9), (14, 15), (19, 20)]


def in_own_environment():
    """Runs this script again in its own virtual environment, made if need be. Returns only inside it."""
    home = os.path.join(HERE, ".venv")
    python = os.path.join(home, "bin", "python")
    if os.path.realpath(sys.prefix) == os.path.realpath(home):
        return
    stamp = os.path.join(home, "complete")
    if not os.path.exists(stamp):
        print(f"making {home}", flush=True)
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", os.path.join(HERE, "requirements.txt")], check=True)
        open(stamp, "w").close()
    sys.exit(subprocess.run([python, os.path.abspath(__file__), *sys.argv[1:]], check=False).returncode)


def skipped(what, remedy):
    print(f"SKIPPED: {what}\n         {remedy}", flush=True)


def read_ply(path):
    """Vertices and triangles of a binary PLY with double or single precision positions."""
    with open(path, "rb") as file:
        data = file.read()
    end = data.index(b"end_header\n") + len(b"end_header\n")
    header = data[:end].decode("ascii").split("\n")
    count = {line.split()[1]: int(line.split()[2]) for line in header if line.startswith("element")}
    number = "<f8" if "property double x" in header else "<f4"
    size = numpy.dtype(number).itemsize
    points = numpy.frombuffer(data, number, 3 * count["vertex"], end).reshape(-1, 3).astype(float)
    row = numpy.dtype([("n", "u1"), ("v", "<i4", 3)])
    faces = numpy.frombuffer(data, row, count["face"], end + 3 * size * count["vertex"])
    assert (faces["n"] == 3).all(), f"{path} has faces that are no triangles"
    return points, faces["v"]


def drop(folder):
    """Frames of the cloth that falls on the ball: positions by frame, and triangles."""
    scene, run, out = (os.path.join(folder, name) for name in ["drop.toml", "run", "frames"])
    with open(scene, "w", encoding="utf-8") as file:
        file.write(SCENE)
    subprocess.run([SELVEDGE, "simulate", scene, "-o", run, "--quiet"], check=True)
    subprocess.run([SELVEDGE, "export", run, "--to", "obj", "-o", out, "--quiet"], check=True)
    files = sorted(os.path.join(at, name) for at, _, names in os.walk(out) for name in names if name.endswith(".obj"))
    frames, triangles = [], None
    for path in files:
        with open(path, encoding="utf-8") as file:
            lines = [line.split() for line in file]
        frames.append(numpy.array([[float(x) for x in line[1:4]] for line in lines if line[:1] == ["v"]]))
        corners = [[int(c.split("/")[0]) - 1 for c in line[1:]] for line in lines if line[:1] == ["f"]]
        triangles = numpy.array([[f[0], f[k], f[k + 1]] for f in corners for k in range(1, len(f) - 1)])
    return frames, triangles


def tight_inclusion(mesh, start, end, threads):
    """Candidates of the toolkit, and its seconds for all of them: the fastest of several runs."""
    ipctk.set_num_threads(threads)
    candidates = ipctk.Candidates()
    candidates.build(mesh, start, end)
    ccd = ipctk.TightInclusionCCD(conservative_rescaling=1.0)
    seconds = []
    for _ in range(RUNS):
        begin = time.perf_counter()
        step = candidates.compute_collision_free_stepsize(mesh, start, end, 0.0, ccd)
        seconds.append(time.perf_counter() - begin)
    return candidates, min(seconds), step


def vertices_of(mesh, candidates):
    """The four vertices of every candidate, points and triangles first."""
    faces, edges = mesh.faces, mesh.edges
    points = [[c.vertex_id, *faces[c.face_id]] for c in candidates.fv_candidates]
    pairs = [[*edges[c.edge0_id], *edges[c.edge1_id]] for c in candidates.ee_candidates]
    return [numpy.array(rows, dtype="<u4").reshape(-1, 4) for rows in (points, pairs)]


def selvedge(path, start, end, points, pairs, threads):
    """Seconds for all candidates, and the times of those that meet."""
    with open(path, "wb") as file:
        file.write(numpy.array([len(start), len(points), len(pairs)], dtype="<u8").tobytes())
        file.write(start.astype("<f8").tobytes("C") + end.astype("<f8").tobytes("C") + points.tobytes() + pairs.tobytes())
    lines = subprocess.run([IMPACT, path, str(threads)], capture_output=True, check=True, text=True).stdout.split("\n")
    meeting = dict(line.split() for line in lines[1:] if line)
    return float(lines[0]), {int(number): float(when) for number, when in meeting.items()}


def disagreements(mesh, start, end, candidates, ours):
    """Candidates that only one of the two calls colliding: (apart for Selvedge, of
    these still with a finer tolerance, apart for Tight-Inclusion)."""
    rough, fine = (ipctk.TightInclusionCCD(tolerance=t, conservative_rescaling=1.0) for t in [1e-6, 1e-8])
    edges, faces = mesh.edges, mesh.faces
    missed = confirmed = extra = 0
    for number, stencil in enumerate([*candidates.fv_candidates, *candidates.ee_candidates]):
        ends = [stencil.dof(positions, edges, faces) for positions in (start, end)]
        theirs = stencil.ccd(*ends, narrow_phase_ccd=rough)[0]
        if theirs and number not in ours:
            missed += 1
            confirmed += stencil.ccd(*ends, narrow_phase_ccd=fine)[0]
        extra += number in ours and not theirs
    return missed, confirmed, extra


def funnel_truth(mesh):
    """Exact answers of the funnel: the four vertices of every pair that collides, as sets of (side, side)."""
    count = len(mesh.rest_positions)
    by_highest = sorted((tuple(sorted(edge)) for edge in mesh.edges.tolist()), key=lambda e: (e[1], e[0]))
    def pairs(kind):
        with open(os.path.join(FUNNEL, "boxes", f"227{kind}.json"), encoding="utf-8") as file:
            named = json.load(file)
        with open(os.path.join(FUNNEL, "mma_bool", f"227{kind}_mma_bool.json"), encoding="utf-8") as file:
            true = json.load(file)
        return [pair for pair, hit in zip(named, true) if hit]
    faces = count + len(by_highest)
    points = {(v, frozenset(mesh.faces[f - faces].tolist())) for v, f in pairs("vf")}
    edges = {frozenset([by_highest[a - count], by_highest[b - count]]) for a, b in pairs("ee")}
    return points, edges


def missed_of_truth(truth, points, pairs, ours):
    """How many of the exact answers Selvedge does not have, be it that the candidate is not there."""
    found_points = {(int(r[0]), frozenset(map(int, r[1:]))) for n, r in enumerate(points) if n in ours}
    found_edges = {frozenset([tuple(sorted(map(int, r[:2]))), tuple(sorted(map(int, r[2:])))])
                   for n, r in enumerate(pairs) if n + len(points) in ours}
    return len(truth[0] - found_points) + len(truth[1] - found_edges)


def compare(name, start, end, triangles, folder, with_truth=False):
    """One step: a row for every number of threads. Returns whether nothing was missed and the goal was met."""
    start, end = numpy.asfortranarray(start), numpy.asfortranarray(end)
    triangles = numpy.asfortranarray(triangles, dtype=numpy.int32)
    edges = numpy.asfortranarray(ipctk.edges(triangles))
    mesh = ipctk.CollisionMesh(start, edges, triangles)
    good, ours = True, {}
    for threads in [1, 2]:
        if threads > len(os.sched_getaffinity(0)):
            skipped(f"{threads} threads", "this machine has fewer processors")
            continue
        candidates, theirs, step = tight_inclusion(mesh, start, end, threads)
        points, pairs = vertices_of(mesh, candidates)
        seconds, ours = selvedge(os.path.join(folder, "queries"), start, end, points, pairs, threads)
        count = len(points) + len(pairs)
        ratio = theirs / seconds
        good &= ratio >= GOAL
        print(f"{name:>14} {threads:>7} {len(points):>8} {len(pairs):>8} | {theirs / count * 1e6:>10.3f} {step:>8.5f} | "
              f"{seconds / count * 1e6:>11.3f} {len(ours):>8} {min(ours.values(), default=1.0):>8.5f} | {ratio:>6.1f}", flush=True)
    missed, confirmed, extra = disagreements(mesh, start, end, candidates, ours)
    print(f"{'':>14} apart only for Selvedge {missed}, with a finer tolerance {confirmed}; only for Tight-Inclusion {extra}")
    if with_truth:
        lost = missed_of_truth(funnel_truth(mesh), points, pairs, ours)
        print(f"{'':>14} exact answers missed by Selvedge: {lost}")
        good &= lost == 0
    return good and confirmed == 0


def main():
    if not os.path.exists(IMPACT):
        sys.exit(f"{IMPACT} is not there: cargo build --release -p selvedge-geometry --example impact_time")
    print(f"{'step':>14} {'threads':>7} {'point/t':>8} {'edge/e':>8} | {'T-I us each':>10} {'step':>8} | {'ours us each':>11} "
          f"{'meeting':>8} {'first':>8} | {'ratio':>6}")
    good = True
    with tempfile.TemporaryDirectory() as folder:
        if os.path.exists(SELVEDGE):
            frames, triangles = drop(folder)
            for a, b in DROP_FRAMES:
                good &= compare(f"drop {a}-{b}", frames[a], frames[b], triangles, folder)
        else:
            skipped(f"the drop: {SELVEDGE} is not there", "cargo build --release -p selvedge, or set SELVEDGE")
        if os.path.exists(FUNNEL):
            (start, triangles), (end, _) = (read_ply(os.path.join(FUNNEL, "frames", f"{n}.ply")) for n in [227, 228])
            good &= compare("funnel", start, end, triangles, folder, with_truth=True)
        else:
            skipped(f"the funnel: {FUNNEL} is not there", "it is part of the shared data beside the checkout")
    print(f"at least {GOAL} times as fast everywhere, and nothing missed: {'yes' if good else 'NO'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    in_own_environment()
    import ipctk
    import numpy
    main()
