// Skinned and morphed positions as three.js computes them, written as small golden files.
//
//   npm ci && node golden.mjs DATA_FOLDER ../../../crates/body/tests/golden
//
// DATA_FOLDER holds characters/*.glb, human/human.glb and import/**. For evenly spaced times of every clip a line is written:
// the clip, the time, the bounds of all vertices, and a few vertices spread over the model. Lengths are whole millionths
// of the model's height in its rest pose, which the first line gives.
//
// 1. Materials and textures are struck out: geometry does not need them, and Node has no images.
// 2. GLTFLoader parses the rest; AnimationMixer sets the time; getVertexPosition morphs and skins.
// 3. Vertices are numbered as in the file: nodes in order, then the distinct position accessors of the mesh.

import fs from 'node:fs';
import path from 'node:path';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

globalThis.self = globalThis;
globalThis.ProgressEvent ??= class { constructor(type) { this.type = type; } };

const UNIT = 1e6;
/** Times of a clip: for characters, and for the small files that each show one feature. */
const TIMES = { characters: 20, human: 20, import: 5 };

/** Files and how many vertices of each are recorded: fewer where there are many clips. */
const MODELS = [
  ['characters/CesiumMan.glb', 12],
  ['characters/RiggedFigure.glb', 12],
  ['characters/RiggedSimple.glb', 12],
  ['characters/Fox.glb', 10],
  ['characters/RobotExpressive.glb', 5],
  ['characters/Mage.glb', 1],
  ['human/human.glb', 12],
  ['import/InterpolationTest.glb', 6],
  ['import/MorphStressTest.glb', 8],
  ['import/NegativeScaleTest.glb', 20],
  ['import/RecursiveSkeletons.glb', 20],
  ['import/SimpleSkin/SimpleSkin.gltf', 10],
  ['import/SimpleSparseAccessor/SimpleSparseAccessor.gltf', 14],
  ['import/TriangleWithoutIndices/TriangleWithoutIndices.gltf', 3],
  ...numbered('import/skin/Animation_Skin/Animation_Skin_', 12),
  ...numbered('import/skin/Animation_SkinType/Animation_SkinType_', 4),
];

function numbered(stem, count) {
  return Array.from({ length: count }, (_, i) => [`${stem}${String(i).padStart(2, '0')}.gltf`, 8]);
}

function chunks(glb) {
  const jsonLength = glb.readUInt32LE(12);
  const json = JSON.parse(glb.subarray(20, 20 + jsonLength).toString('utf8'));
  const start = 20 + jsonLength;
  return { json, binary: glb.subarray(start + 8, start + 8 + glb.readUInt32LE(start)) };
}

function joined(json, binary) {
  let text = Buffer.from(JSON.stringify(json));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const header = Buffer.alloc(20);
  header.write('glTF', 0);
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(28 + text.length + binary.length, 8);
  header.writeUInt32LE(text.length, 12);
  header.write('JSON', 16);
  const middle = Buffer.alloc(8);
  middle.writeUInt32LE(binary.length, 0);
  middle.write('BIN\0', 4);
  return Buffer.concat([header, text, middle, binary]);
}

/** The JSON and binary chunk of a file; buffers that lie beside a .gltf are put into it. */
function opened(file) {
  const bytes = fs.readFileSync(file);
  if (file.endsWith('.glb')) return chunks(bytes);
  const json = JSON.parse(bytes);
  for (const buffer of json.buffers) {
    if (buffer.uri.startsWith('data:')) continue;
    const content = fs.readFileSync(path.join(path.dirname(file), buffer.uri));
    buffer.uri = 'data:application/octet-stream;base64,' + content.toString('base64');
  }
  return { json, binary: Buffer.alloc(0) };
}

function withoutPictures(file) {
  const { json, binary } = opened(file);
  for (const mesh of json.meshes) for (const primitive of mesh.primitives) delete primitive.material;
  for (const key of ['materials', 'textures', 'images', 'samplers', 'extensionsUsed', 'extensionsRequired']) delete json[key];
  return joined(json, binary);
}

function load(file) {
  const bytes = withoutPictures(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, '', resolve, reject));
}

/** The meshes of three.js in the order of the file's vertices: one for each block of a piece. */
function blocks(gltf) {
  const { json, associations } = gltf.parser;
  const found = new Map();
  gltf.scene.traverse((object) => {
    if (!object.isMesh) return;
    const { meshes, primitives } = associations.get(object);
    // A mesh with several primitives becomes a group whose children have no node of their own.
    let node = object;
    while (associations.get(node)?.nodes === undefined) node = node.parent;
    found.set(`${associations.get(node).nodes}/${primitives ?? 0}`, { object, mesh: meshes });
  });
  const ordered = [];
  json.nodes.forEach((node, index) => {
    if (node.mesh === undefined) return;
    const seen = new Set();
    json.meshes[node.mesh].primitives.forEach((primitive, number) => {
      const entry = found.get(`${index}/${number}`);
      if (!entry || seen.has(primitive.attributes.POSITION)) return;
      seen.add(primitive.attributes.POSITION);
      ordered.push(entry.object);
    });
  });
  return ordered;
}

function positions(scene, meshes) {
  scene.updateMatrixWorld(true);
  const all = [];
  for (const mesh of meshes) {
    mesh.skeleton?.update();
    for (let vertex = 0; vertex < mesh.geometry.attributes.position.count; vertex++) {
      const point = mesh.getVertexPosition(vertex, new Vector3()).applyMatrix4(mesh.matrixWorld);
      all.push([point.x, point.y, point.z]);
    }
  }
  return all;
}

function bounds(points) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], point[axis]);
      high[axis] = Math.max(high[axis], point[axis]);
    }
  }
  return [low, high];
}

async function golden(file, count, times) {
  const gltf = await load(file);
  const meshes = blocks(gltf);
  const rest = positions(gltf.scene, meshes);
  const [low, high] = bounds(rest);
  const height = high[1] - low[1];
  const whole = (values) => values.map((value) => Math.round((value / height) * UNIT)).join(' ');
  const chosen = Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * rest.length) / count));
  const lines = [`height ${height}`, `vertices ${rest.length} of which ${chosen.join(' ')}`, `rest ${whole([low, high].flat())}`];
  const mixer = new AnimationMixer(gltf.scene);
  gltf.animations.forEach((clip, index) => {
    mixer.stopAllAction();
    const action = mixer.clipAction(clip).play();
    action.clampWhenFinished = true;
    action.setLoop(2200, 1);
    for (let i = 0; i < times; i++) {
      const time = (clip.duration * i) / (times - 1);
      action.reset();
      action.time = time;
      mixer.update(0);
      const posed = positions(gltf.scene, meshes);
      lines.push(`${index} ${time} ${whole([...bounds(posed).flat(), ...chosen.flatMap((v) => posed[v])])}`);
    }
  });
  return lines.join('\n') + '\n';
}

const [data, out] = process.argv.slice(2);
if (!data || !out) {
  console.error('usage: node golden.mjs DATA_FOLDER OUTPUT_FOLDER');
  process.exit(2);
}
fs.mkdirSync(out, { recursive: true });
for (const [file, count] of MODELS) {
  const source = path.join(data, file);
  if (!fs.existsSync(source)) {
    console.error(`skipped: ${source} is not there`);
    continue;
  }
  const text = await golden(source, count, TIMES[file.split('/')[0]]);
  fs.writeFileSync(path.join(out, path.parse(file).name + '.txt'), text);
  console.log(file, text.length);
}
