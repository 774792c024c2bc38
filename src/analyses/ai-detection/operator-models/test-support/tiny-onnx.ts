/**
 * Builds the smallest useful ONNX classifier for tests: output = flattened input · weights + bias. Field numbers are those
 * of onnx.proto3 (ModelProto, GraphProto, NodeProto, TensorProto, ValueInfoProto).
 */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
const number = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field << 3), ...varint(value)]);
const bytes = (field: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([...varint((field << 3) | 2), ...varint(body.length)]), body]);
};
const text = (field: number, value: string): Buffer => bytes(field, Buffer.from(value));

function tensor(name: string, dims: readonly number[], values: Float32Array): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return bytes(5, ...dims.map((dim) => number(1, dim)), number(2, 1), text(8, name), bytes(9, raw));
}

function valueInfo(field: number, name: string, dims: readonly number[]): Buffer {
  const shape = bytes(2, ...dims.map((dim) => bytes(1, number(1, dim))));
  return bytes(field, text(1, name), bytes(2, bytes(1, number(1, 1), shape)));
}

/** `weights` has inputs × outputs values, row by row; the product of `inputDims` is the number of inputs. */
export function linearOnnx(inputDims: readonly number[], weights: Float32Array, bias: Float32Array): Buffer {
  const outputs = bias.length;
  const graph = bytes(
    7,
    bytes(1, text(1, 'x'), text(2, 'flat'), text(4, 'Flatten')),
    bytes(1, text(1, 'flat'), text(1, 'w'), text(1, 'b'), text(2, 'y'), text(4, 'Gemm')),
    text(2, 'linear'),
    tensor('w', [weights.length / outputs, outputs], weights),
    tensor('b', [outputs], bias),
    valueInfo(11, 'x', inputDims),
    valueInfo(12, 'y', [1, outputs]),
  );
  return Buffer.concat([number(1, 8), graph, bytes(8, number(2, 13))]);
}
