// Converts the note network of the installed package @spotify/basic-pitch (Bittner et al., "A lightweight
// instrument-agnostic model for polyphonic note transcription and multipitch estimation", ICASSP 2022) from
// TensorFlow.js to ONNX: `convertBasicPitch(modelFolder)` gives the bytes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOnnxModel } from './onnx-writer.mjs';
import { operators } from './operators.mjs';

/** Collects nodes and constants. All integers become int64: ONNX knows sizes and axes only so. */
class Graph {
  nodes = [];
  initializers = [];
  constants = new Map();
  #count = 0;

  emit(type, inputs, attributes = {}, output = `${type}_${this.#count++}`) {
    this.nodes.push({ type, name: `node_${output}`, inputs, outputs: [output], attributes });
    return output;
  }

  tensor(dims, data, name = `constant_${this.#count++}`) {
    this.initializers.push({ name, dims, data });
    return name;
  }

  ints(values) {
    return this.tensor([values.length], BigInt64Array.from(values, BigInt));
  }

  /** `{dims, data}` of a constant input; throws when it is computed. */
  constant(name) {
    const found = this.constants.get(name);
    if (!found) throw new Error(`${name} is not constant`);
    return found;
  }

  integers(name) {
    return Array.from(this.constant(name).data, Number);
  }
}

function readConstants(folder, manifest) {
  const bytes = Buffer.concat(
    manifest.flatMap(({ paths }) => paths.map((path) => readFileSync(join(folder, path)))),
  );
  const constants = new Map();
  let at = 0;
  for (const { name, shape, dtype, quantization } of manifest.flatMap(({ weights }) => weights)) {
    if (quantization) throw new Error(`${name} is quantised`);
    const length = shape.reduce((product, dim) => product * dim, 1);
    const slice = bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + length * 4);
    at += length * 4;
    const data =
      dtype === 'float32' ? new Float32Array(slice) : BigInt64Array.from(new Int32Array(slice), BigInt);
    constants.set(name, { dims: shape, data });
  }
  return constants;
}

/** The ONNX model as bytes. `folder` holds model.json and its shards. */
export function convertBasicPitch(folder) {
  const { modelTopology, weightsManifest, signature } = JSON.parse(
    readFileSync(join(folder, 'model.json'), 'utf8'),
  );
  const graph = new Graph();
  graph.constants = readConstants(folder, weightsManifest);
  const plain = (name) => name.replace(/^\^/, '').replace(/:0$/, '');
  const waiting = modelTopology.node.map((node) => ({ ...node, input: (node.input ?? []).map(plain) }));
  const known = new Set();
  for (const { name, op } of waiting) {
    if (op === 'Const') {
      const { dims, data } = graph.constant(name);
      graph.tensor(dims, data, name);
    }
    if (op === 'Const' || op === 'Placeholder') known.add(name);
  }
  // The file lists nodes in any order, ONNX wants every input before its use.
  let open = waiting.filter(({ name }) => !known.has(name));
  while (open.length > 0) {
    const ready = open.filter(({ input }) => input.every((name) => known.has(name)));
    if (ready.length === 0) throw new Error('The graph has a cycle or an input is missing');
    for (const node of ready) {
      const convert = operators[node.op];
      if (!convert) throw new Error(`No ONNX form of ${node.op}`);
      convert(graph, node);
      known.add(node.name);
    }
    open = open.filter(({ name }) => !known.has(name));
  }
  const describe =
    (names) =>
    ({ name, tensorShape }) => ({
      name: plain(names ?? name),
      dims: tensorShape.dim.map(({ size }) => (Number(size) < 0 ? 'windows' : Number(size))),
    });
  const used = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  return writeOnnxModel({
    name: 'basic-pitch',
    opset: 13,
    inputs: Object.values(signature.inputs).map(describe()),
    outputs: Object.values(signature.outputs).map(describe()),
    nodes: graph.nodes,
    initializers: graph.initializers.filter(({ name }) => used.has(name)),
  });
}
