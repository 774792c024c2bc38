// How each TensorFlow operator of the network is said in ONNX (opset 13). TensorFlow's images are
// [batch, height, width, channel], ONNX's [batch, channel, height, width]; the runtime removes the transpositions
// that cancel out.

const toChannelsFirst = [0, 3, 1, 2];
const toChannelsLast = [0, 2, 3, 1];
const longest = 2 ** 31 - 1;

const text = (attribute) => Buffer.from(attribute.s, 'base64').toString();
const list = (attribute) => (attribute?.list?.i ?? []).map(Number);
const bit = (mask, index) => (Number(mask?.i ?? 0) >> index) & 1;

/** Height, width, in, out → out, in, height, width. */
function filterToOnnx({ dims: [height, width, from, to], data }) {
  const turned = new Float32Array(data.length);
  let at = 0;
  for (let o = 0; o < to; o++)
    for (let i = 0; i < from; i++)
      for (let h = 0; h < height; h++)
        for (let w = 0; w < width; w++) turned[at++] = data[((h * width + w) * from + i) * to + o];
  return { dims: [to, from, height, width], data: turned };
}

function convolution(graph, { name, input, attr }) {
  const [x, filter, bias] = input;
  const [, strideY, strideX] = list(attr.strides);
  const [, dilationY, dilationX] = list(attr.dilations);
  const weights = filterToOnnx(graph.constant(filter));
  const fused = (attr.fused_ops?.list?.s ?? []).map((s) => Buffer.from(s, 'base64').toString());
  const unknown = fused.filter((each) => each !== 'BiasAdd' && each !== 'Relu');
  if (unknown.length > 0) throw new Error(`Unknown fused operators: ${unknown.join(', ')}`);
  const turned = graph.emit('Transpose', [x], { perm: toChannelsFirst });
  const convolved = graph.emit(
    'Conv',
    [turned, graph.tensor(weights.dims, weights.data), ...(bias ? [bias] : [])],
    {
      strides: [strideY, strideX],
      dilations: [dilationY, dilationX],
      auto_pad: text(attr.padding) === 'SAME' ? 'SAME_UPPER' : 'VALID',
    },
  );
  const active = fused.includes('Relu') ? graph.emit('Relu', [convolved]) : convolved;
  graph.emit('Transpose', [active], { perm: toChannelsLast }, name);
}

function stridedSlice(graph, { name, input, attr }) {
  const [x, begin, end, stride] = [input[0], ...input.slice(1).map((each) => graph.integers(each))];
  if (bit(attr.ellipsis_mask, 0) || Number(attr.ellipsis_mask?.i ?? 0) > 0)
    throw new Error('Ellipsis in a slice');
  const starts = [];
  const ends = [];
  const axes = [];
  const steps = [];
  const dropped = [];
  const added = [];
  let axis = 0;
  let outAxis = 0;
  for (let i = 0; i < begin.length; i++) {
    if (bit(attr.new_axis_mask, i)) {
      added.push(outAxis++);
      continue;
    }
    const single = bit(attr.shrink_axis_mask, i);
    starts.push(bit(attr.begin_mask, i) && !single ? (stride[i] > 0 ? 0 : longest) : begin[i]);
    ends.push(
      single
        ? begin[i] === -1
          ? longest
          : begin[i] + 1
        : bit(attr.end_mask, i)
          ? stride[i] > 0
            ? longest
            : -longest
          : end[i],
    );
    steps.push(single ? 1 : stride[i]);
    axes.push(axis);
    if (single) dropped.push(axis);
    else outAxis++;
    axis++;
  }
  let value = graph.emit('Slice', [
    x,
    graph.ints(starts),
    graph.ints(ends),
    graph.ints(axes),
    graph.ints(steps),
  ]);
  if (dropped.length > 0) value = graph.emit('Squeeze', [value, graph.ints(dropped)]);
  if (added.length > 0) value = graph.emit('Unsqueeze', [value, graph.ints(added)]);
  graph.emit('Identity', [value], {}, name);
}

function pad(graph, { name, input, attr }) {
  const pairs = graph.integers(input[1]);
  const pads = [0, 1].flatMap((side) => pairs.filter((_, index) => index % 2 === side));
  graph.emit(
    'Pad',
    [input[0], graph.ints(pads)],
    { mode: attr.mode ? text(attr.mode).toLowerCase() : 'constant' },
    name,
  );
}

const same =
  (type) =>
  (graph, { name, input }) =>
    graph.emit(type, input, {}, name);
const axesInput =
  (type) =>
  (graph, { name, input }) =>
    graph.emit(type, [input[0], graph.ints(graph.integers(input[1]))], {}, name);
const extreme =
  (type) =>
  (graph, { name, input, attr }) =>
    graph.emit(
      type,
      [input[0]],
      { axes: graph.integers(input[1]), keepdims: attr.keep_dims?.b ? 1 : 0 },
      name,
    );

/** By TensorFlow operator. */
export const operators = {
  Conv2D: convolution,
  _FusedConv2D: convolution,
  StridedSlice: stridedSlice,
  Pad: pad,
  MirrorPad: pad,
  Shape: same('Shape'),
  Reshape: same('Reshape'),
  Neg: same('Neg'),
  Mul: same('Mul'),
  Sub: same('Sub'),
  Add: same('Add'),
  AddV2: same('Add'),
  Sqrt: same('Sqrt'),
  Log: same('Log'),
  Sigmoid: same('Sigmoid'),
  Identity: same('Identity'),
  ExpandDims: axesInput('Unsqueeze'),
  Min: extreme('ReduceMin'),
  Max: extreme('ReduceMax'),
  Square: (graph, { name, input }) => graph.emit('Mul', [input[0], input[0]], {}, name),
  Sum: (graph, { name, input, attr }) =>
    graph.emit(
      'ReduceSum',
      [input[0], graph.ints(graph.integers(input[1]))],
      { keepdims: attr.keep_dims?.b ? 1 : 0 },
      name,
    ),
  Squeeze: (graph, { name, input, attr }) =>
    graph.emit('Squeeze', [input[0], graph.ints(list(attr.squeeze_dims))], {}, name),
  Transpose: (graph, { name, input }) =>
    graph.emit('Transpose', [input[0]], { perm: graph.integers(input[1]) }, name),
  ConcatV2: (graph, { name, input }) =>
    graph.emit('Concat', input.slice(0, -1), { axis: graph.integers(input.at(-1))[0] }, name),
  Pack: (graph, { name, input, attr }) => {
    const axis = graph.ints([Number(attr.axis?.i ?? 0)]);
    const parts = input.map((each) => graph.emit('Unsqueeze', [each, axis]));
    graph.emit('Concat', parts, { axis: Number(attr.axis?.i ?? 0) }, name);
  },
  DivNoNan: (graph, { name, input }) => {
    const zero = graph.tensor([], new Float32Array(1));
    const isZero = graph.emit('Equal', [input[1], zero]);
    graph.emit('Where', [isZero, zero, graph.emit('Div', input)], {}, name);
  },
};
