// Known data as meshoptimizer compresses it: the vectors of crates/gltf-file/tests/vectors/meshopt.txt.
//
//   npm ci && node vectors.mjs ../../../crates/gltf-file/tests/vectors/meshopt.txt
//
// Three lines a vector: name, mode, filter, count and stride; the compressed bytes; and the bytes that meshoptimizer's
// own decoder gives. Without a filter those are the data itself.

import fs from 'node:fs';
import { MeshoptDecoder as decoder, MeshoptEncoder as encoder } from 'meshoptimizer';

await encoder.ready;
await decoder.ready;

let seed = 1;
function random() {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return seed / 0x7fffffff;
}

const bytes = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const hex = (array) => Buffer.from(array).toString('hex');
const lines = [];

function record(name, mode, filter, count, stride, compressed, expected) {
  if (!expected) {
    expected = new Uint8Array(count * stride);
    decoder.decodeGltfBuffer(expected, count, stride, compressed, mode, filter);
  }
  lines.push(`${name} | ${mode} | ${filter} | ${count} | ${stride}`, hex(compressed), hex(expected));
}

// Smooth and constant 16-bit numbers with an outlier every seventh; floats of three kinds.
const words = new Int16Array(160);
for (let i = 0; i < 40; i++) {
  const outlier = i % 7 === 0 ? random() * 60000 - 30000 : 5;
  words.set([Math.round(1000 * Math.sin(i * 0.1)), i * 3, outlier, 0], 4 * i);
}
const floats = new Float32Array(60);
for (let i = 0; i < 20; i++) floats.set([Math.cos(i * 0.3), i / 8, random()], 3 * i);
for (const [version, level] of [[0, 2], [1, 0], [1, 2], [1, 3]]) {
  const encode = (data, count, stride) => encoder.encodeVertexBufferLevel(bytes(data), count, stride, level, version);
  const name = (kind) => `${kind} v${version} level ${level}`;
  record(name('words'), 'ATTRIBUTES', 'NONE', 40, 8, encode(words, 40, 8), bytes(words));
  record(name('floats'), 'ATTRIBUTES', 'NONE', 20, 12, encode(floats, 20, 12), bytes(floats));
}

// More elements than one block holds.
const long = new Uint8Array(1200);
for (let i = 0; i < 300; i++) long.set([i >> 5, i % 50 === 0 ? 200 : (i >> 3) & 1, 0, 9], 4 * i);
for (const version of [0, 1]) {
  const compressed = encoder.encodeVertexBufferLevel(long, 300, 4, 3, version);
  record(`two blocks v${version}`, 'ATTRIBUTES', 'NONE', 300, 4, compressed, long);
}

// A grid of triangles, and three that share nothing with it. The codec may turn a triangle's corners round.
const corners = [];
for (let y = 0; y < 3; y++) {
  for (let x = 0; x < 3; x++) {
    const p = y * 4 + x;
    corners.push(p, p + 1, p + 4, p + 1, p + 5, p + 4);
  }
}
corners.push(100, 7, 3, 9, 200, 201, 0, 1, 2);
for (const [stride, Kind] of [[4, Uint32Array], [2, Uint16Array]]) {
  const compressed = encoder.encodeIndexBuffer(bytes(new Kind(corners)), corners.length, stride);
  record(`triangles ${stride}`, 'TRIANGLES', 'NONE', corners.length, stride, compressed);
}
const sequences = [[4, Uint32Array, [0, 1, 2, 1000, 3, 1001, 4, 1002, 70000, 5, 0]], [2, Uint16Array, [0, 1, 2, 1000, 3, 1001, 4, 1002]]];
for (const [stride, Kind, values] of sequences) {
  const data = bytes(new Kind(values));
  record(`indices ${stride}`, 'INDICES', 'NONE', values.length, stride, encoder.encodeIndexSequence(data, values.length, stride), data);
}

// Unit vectors, unit quaternions, colours and floats of many magnitudes, through each filter.
const COUNT = 6;
const normals = new Float32Array(COUNT * 4);
const turns = new Float32Array(COUNT * 4);
const colors = new Float32Array(COUNT * 4);
const magnitudes = new Float32Array(COUNT * 2);
for (let i = 0; i < COUNT; i++) {
  const v = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(v[0], v[1], v[2]);
  normals.set([v[0] / length, v[1] / length, v[2] / length, i % 2 ? 1 : -1], 4 * i);
  turns.set(v.map((x) => x / Math.hypot(...v)), 4 * i);
  for (let k = 0; k < 4; k++) colors[4 * i + k] = random();
  magnitudes.set([random() * 100 - 50, 2 ** (-i * 9) * random()], 2 * i);
}
function filtered(name, filter, stride, data) {
  record(name, 'ATTRIBUTES', filter, COUNT, stride, encoder.encodeVertexBuffer(data, COUNT, stride));
}
for (const [stride, bits] of [[4, 8], [8, 12]]) {
  filtered(`octahedral ${stride}`, 'OCTAHEDRAL', stride, encoder.encodeFilterOct(normals, COUNT, stride, bits));
}
filtered('quaternion', 'QUATERNION', 8, encoder.encodeFilterQuat(turns, COUNT, 8, 12));
filtered('exponential', 'EXPONENTIAL', 8, encoder.encodeFilterExp(magnitudes, COUNT, 8, 15));
for (const [stride, bits] of [[4, 8], [8, 12]]) {
  filtered(`color ${stride}`, 'COLOR', stride, encoder.encodeFilterColor(colors, COUNT, stride, bits));
}

fs.writeFileSync(process.argv[2], lines.join('\n') + '\n');
