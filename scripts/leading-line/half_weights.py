"""Keeps an exported network's weights as 16-bit floats, which are made 32-bit ones when it is loaded: half the size of the file."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALLEST = 64


def halve(path):
    """In place; numbers of at most SMALLEST values, biases for the most part, stay."""
    model = onnx.load(path)
    graph = model.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype != np.float32 or values.size <= SMALLEST:
            kept.append(tensor)
            continue
        kept.append(numpy_helper.from_array(values.astype(np.float16), f"{tensor.name}_half"))
        casts.append(helper.make_node("Cast", [f"{tensor.name}_half"], [tensor.name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, path)
