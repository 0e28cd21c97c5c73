"""An independent check of repaired tangles: ipctk's `has_intersections` over a folder of meshes.

`selvedge regress --untangle -o DIR` writes every repaired case of the corpus as a binary PLY file, the body included. The IPC
toolkit, which shares no code with Selvedge, then says of each whether any edge passes through any face.

It makes a virtual environment of its own (`tools/compare/ipctk/.venv`):

    cargo build --release -p selvedge
    target/release/selvedge regress --untangle -o repaired
    python3 tools/compare/ipctk/check.py repaired

Exit codes: 0 none has intersections, 1 some have, 2 no mesh found.
"""

import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent


def in_own_environment():
    """Runs this script again in its own virtual environment, made if need be. Returns only inside it."""
    home = HERE / ".venv"
    python = home / "bin" / "python"
    if pathlib.Path(sys.prefix).resolve() == home.resolve():
        return
    stamp = home / "complete"
    if not stamp.exists():
        print(f"making {home}", flush=True)
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "requirements.txt"], check=True)
        stamp.touch()
    sys.exit(subprocess.run([python, __file__, *sys.argv[1:]], check=False).returncode)


def read(path):
    """Positions and triangles of a binary PLY file as `selvedge` writes it: doubles, and lists of three indices."""
    import numpy

    data = path.read_bytes()
    header, _, body = data.partition(b"end_header\n")
    counts, kinds = {}, {}
    for line in header.decode("ascii").splitlines():
        words = line.split()
        if words[0] == "element":
            element = words[1]
            counts[element] = int(words[2])
            kinds[element] = []
        elif words[0] == "property":
            kinds[element].append(words[1:])
    assert [kind[0] for kind in kinds["vertex"][:3]] == ["double"] * 3 and len(kinds["vertex"]) == 3, f"{path}: {kinds}"
    positions = numpy.frombuffer(body, "<f8", 3 * counts["vertex"]).reshape(-1, 3)
    sizes = {"uchar": "u1", "uint8": "u1", "int": "<i4", "int32": "<i4", "uint": "<u4", "uint32": "<u4"}
    (_, count_kind, index_kind, _), = kinds["face"]
    record = numpy.dtype([("count", sizes[count_kind]), ("corners", sizes[index_kind], 3)])
    faces = numpy.frombuffer(body, record, counts["face"], 24 * counts["vertex"])
    assert (faces["count"] == 3).all(), f"{path}: not all faces are triangles"
    return positions.copy(), faces["corners"].astype(numpy.int32)


def main():
    if len(sys.argv) != 2:
        print("usage: check.py FOLDER", file=sys.stderr)
        return 2
    in_own_environment()
    import ipctk

    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.ply"))
    if not paths:
        print(f"{sys.argv[1]}: no .ply files", file=sys.stderr)
        return 2
    bad = []
    for path in paths:
        positions, faces = read(path)
        edges = ipctk.edges(faces)
        mesh = ipctk.CollisionMesh(positions, edges, faces)
        if ipctk.has_intersections(mesh, positions):
            bad.append(path.name)
    print(f"{len(paths)} meshes, {len(bad)} with intersections")
    for name in bad:
        print(f"  {name}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
