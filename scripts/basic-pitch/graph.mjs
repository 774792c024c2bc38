// An ONNX graph as it grows: nodes, constants and kernels.
import { writeOnnxModel } from './onnx-writer.mjs';

/** Values are known by name; every method that makes one gives its name. */
export class Graph {
  #nodes = [];
  #initializers = [];
  #names = new Map();
  #count = 0;

  emit(type, inputs, attributes = {}, output = `${type}_${this.#count++}`) {
    this.#nodes.push({ type, name: `node_${output}`, inputs, outputs: [output], attributes });
    return output;
  }

  /** The same object twice is one constant. */
  tensor(constant) {
    const known = this.#names.get(constant);
    if (known) return known;
    const name = `constant_${this.#count++}`;
    this.#initializers.push({ name, ...constant });
    this.#names.set(constant, name);
    return name;
  }

  scalar(value) {
    return this.tensor({ dims: [], data: Float32Array.of(value) });
  }

  ints(values) {
    return this.tensor({ dims: [values.length], data: BigInt64Array.from(values, BigInt) });
  }

  /** `pads`: before the first row and column, after the last ones. */
  convolve(input, kernel, { bias, strides = [1, 1], pads = [0, 0, 0, 0] } = {}) {
    const constants = [kernel, ...(bias ? [bias] : [])].map((each) => this.tensor(each));
    return this.emit('Conv', [input, ...constants], { strides, pads, kernel_shape: kernel.dims.slice(2) });
  }

  reshape(input, dims) {
    return this.emit('Reshape', [input, this.ints(dims)]);
  }

  slice(input, axis, from, to) {
    return this.emit('Slice', [input, ...[[from], [to], [axis]].map((each) => this.ints(each))]);
  }

  write(name, inputs, outputs) {
    return writeOnnxModel({
      name,
      opset: 13,
      inputs,
      outputs,
      nodes: this.#nodes,
      initializers: this.#initializers,
    });
  }
}

/** A kernel of these dimensions (to, from, rows, columns), `value(to, from, row, column)` at each place. */
export function kernel(dims, value) {
  const [to, from, rows, columns] = dims;
  const data = new Float32Array(to * from * rows * columns);
  let at = 0;
  for (let o = 0; o < to; o++)
    for (let i = 0; i < from; i++)
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++) data[at++] = value(o, i, row, column);
  return { dims, data };
}

/** One number for each channel. */
export function perChannel(count, value) {
  return { dims: [count], data: Float32Array.from({ length: count }, (_, channel) => value(channel)) };
}
