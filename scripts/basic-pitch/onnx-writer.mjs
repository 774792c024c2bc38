// Writes an ONNX model (protocol buffers, onnx.proto3) from plain objects: the handful of messages a converted
// graph needs. Field numbers are those of the ONNX specification.

const floatType = 1;
const int64Type = 7;

/** Collects protocol buffer fields. */
class Message {
  chunks = [];

  varint(value) {
    let rest = BigInt.asUintN(64, BigInt(value));
    const bytes = [];
    do {
      const low = Number(rest & 0x7fn);
      rest >>= 7n;
      bytes.push(rest > 0n ? low | 0x80 : low);
    } while (rest > 0n);
    this.chunks.push(Buffer.from(bytes));
    return this;
  }

  integer(field, value) {
    return this.varint(field << 3).varint(value);
  }

  float(field, value) {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    this.varint((field << 3) | 5);
    this.chunks.push(bytes);
    return this;
  }

  bytes(field, value) {
    const data =
      typeof value === 'string' ? Buffer.from(value) : value instanceof Message ? value.finish() : value;
    this.varint((field << 3) | 2).varint(data.length);
    this.chunks.push(data);
    return this;
  }

  finish() {
    return Buffer.concat(this.chunks);
  }
}

/** `data` is a Float32Array or a BigInt64Array. */
function tensor({ name, dims, data }) {
  const message = new Message();
  for (const dim of dims) message.integer(1, dim);
  message.integer(2, data instanceof Float32Array ? floatType : int64Type);
  return message.bytes(8, name).bytes(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
}

function attribute(name, value) {
  const message = new Message().bytes(1, name);
  if (typeof value === 'string') return message.bytes(4, value).integer(20, 3);
  if (typeof value === 'number') return message.integer(3, value).integer(20, 2);
  for (const item of value) message.integer(8, item);
  return message.integer(20, 7);
}

function node({ type, name, inputs, outputs, attributes = {} }) {
  const message = new Message();
  for (const input of inputs) message.bytes(1, input);
  for (const output of outputs) message.bytes(2, output);
  message.bytes(3, name).bytes(4, type);
  for (const [key, value] of Object.entries(attributes)) message.bytes(5, attribute(key, value));
  return message;
}

/** A float tensor whose size is a list of numbers, or of names where the size is free. */
function valueInfo({ name, dims }) {
  const shape = new Message();
  for (const dim of dims) {
    const dimension = new Message();
    shape.bytes(1, typeof dim === 'string' ? dimension.bytes(2, dim) : dimension.integer(1, dim));
  }
  return new Message()
    .bytes(1, name)
    .bytes(2, new Message().bytes(1, new Message().integer(1, floatType).bytes(2, shape)));
}

/** The bytes of a model: `{name, opset, inputs, outputs, nodes, initializers}`. */
export function writeOnnxModel({ name, opset, inputs, outputs, nodes, initializers }) {
  const graph = new Message();
  for (const each of nodes) graph.bytes(1, node(each));
  graph.bytes(2, name);
  for (const each of initializers) graph.bytes(5, tensor(each));
  for (const each of inputs) graph.bytes(11, valueInfo(each));
  for (const each of outputs) graph.bytes(12, valueInfo(each));
  const domain = new Message().bytes(1, '').integer(2, opset);
  return new Message().integer(1, 7).bytes(2, 'contrafact').bytes(7, graph).bytes(8, domain).finish();
}
