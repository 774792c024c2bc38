"""What the product measures of a recording, in batches on a GPU: bands of the mix, and the note network's answers."""

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F

RATE, WINDOW, HOP, BANDS = 22_050, 4096, 512, 250
NETWORK_WINDOW, MARGIN, KEPT, NETWORK_HOP = 43_844, 15, 142, 256
LOWEST, PITCHES = 36, 64
WIDTH = BANDS + 5 * PITCHES


def triangles(bands, lowest_hz, per_octave, window):
    """src/signal/log-frequency.ts: bands × bins of the transform."""
    spacing = RATE / window
    rows = np.zeros((bands, window // 2 + 1), np.float32)
    for band in range(bands):
        below, centre, above = (lowest_hz * 2 ** (b / per_octave) / spacing for b in (band - 1, band, band + 1))
        below, above = min(below, centre - 1), max(above, centre + 1)
        for k in range(max(0, int(np.floor(below)) + 1), min(window // 2, int(np.ceil(above)) - 1) + 1):
            rows[band, k] = (k - below) / (centre - below) if k <= centre else (above - k) / (above - centre)
    return rows


def band_map():
    rows = triangles(BANDS, 440 * 2 ** ((36 - 69) / 12), 36, WINDOW)
    rows[:, [0, -1]] = 0
    return rows


class NoteNetwork:
    """The ONNX file's graph, node by node, on batches of windows."""

    def __init__(s, path, device):
        graph = onnx.load(path).graph
        s.nodes = [(n.op_type, list(n.input), list(n.output), {a.name: onnx.helper.get_attribute_value(a) for a in n.attribute}) for n in graph.node]
        s.const = {}
        for t in graph.initializer:
            a = numpy_helper.to_array(t)
            s.const[t.name] = a.tolist() if a.dtype == np.int64 else torch.from_numpy(a.copy()).to(device)
        s.outputs = [o.name for o in graph.output]
        s.last = {}
        for i, (_, ins, _, _) in enumerate(s.nodes):
            for name in ins:
                s.last[name] = i

    def __call__(s, samples):
        """batch × 43,844 × 1 → contours, notes, onsets: batch × 142 × 264, 88, 88."""
        n, v = samples.shape[0], {**s.const, "samples": samples}
        for i, (op, ins, outs, a) in enumerate(s.nodes):
            x = [v[name] for name in ins]
            v[outs[0]] = s.run(op, x, a, n)
            for name in ins:
                if s.last[name] == i and name not in s.const and name not in s.outputs:
                    v.pop(name, None)
        return [v[name] for name in s.outputs]

    @staticmethod
    def run(op, x, a, n):
        if op == "Conv":
            pads = a.get("pads", [0, 0, 0, 0])
            y = F.pad(x[0], (pads[1], pads[3], pads[0], pads[2])) if any(pads) else x[0]
            return F.conv2d(y, x[1], x[2] if len(x) > 2 else None, stride=a.get("strides", [1, 1]), dilation=a.get("dilations", [1, 1]))
        if op == "Reshape":
            return x[0].reshape([n if d == 1 and i == 0 else d for i, d in enumerate(x[1])])
        if op == "Slice":
            y = x[0]
            for start, end, axis in zip(x[1], x[2], x[3]):
                y = y.narrow(axis, *bounds(start, end, y.shape[axis]))
            return y
        if op == "Pad":
            p, d = x[1], x[0].dim()
            flat = [v for axis in range(d - 1, -1, -1) for v in (p[axis], p[d + axis])]
            mode = a.get("mode", b"constant").decode()
            if mode == "constant":
                return F.pad(x[0], flat)
            while flat[-2:] == [0, 0]:
                flat = flat[:-2]
            shape = x[0].shape
            assert len(flat) == 2, flat
            y = F.pad(x[0].reshape(-1, 1, shape[-1]), flat, mode="reflect")
            return y.reshape(*shape[:-1], y.shape[-1])
        if op == "Transpose":
            return x[0].permute(*a["perm"])
        if op == "Unsqueeze":
            return x[0].unsqueeze(x[1][0])
        if op == "Concat":
            return torch.cat(x, a["axis"])
        if op == "ReduceSum":
            return x[0].sum(x[1], keepdim=bool(a.get("keepdims", 1)))
        if op in ("ReduceMin", "ReduceMax"):
            return (x[0].amin if op == "ReduceMin" else x[0].amax)(a["axes"], keepdim=bool(a.get("keepdims", 1)))
        if op == "Equal":
            return x[0] == x[1]
        if op == "Where":
            return torch.where(*x)
        if op == "Identity":
            return x[0]
        simple = {"Relu": F.relu, "Sigmoid": torch.sigmoid, "Log": torch.log, "Mul": torch.mul, "Add": torch.add, "Sub": torch.sub, "Div": torch.div}
        return simple[op](*x)


def bounds(start, end, size):
    start = max(0, start + size if start < 0 else start)
    end = min(size, end + size if end < 0 else end)
    return start, end - start


class Features:
    def __init__(s, network, device):
        s.device, s.network = device, NoteNetwork(network, device)
        s.map = torch.from_numpy(band_map().T.copy()).to(device)
        s.hann = torch.from_numpy((0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)).astype(np.float32)).to(device)

    @torch.no_grad()
    def of(s, stereo):
        """clips × 2 × samples → clips × frames × WIDTH bytes: 250 bands, 192 contours, 64 notes, 64 onsets."""
        n, _, size = stereo.shape
        frames = -(-size // HOP)
        padded = F.pad(stereo, (WINDOW // 2, WINDOW))
        power = 0
        for channel in (0, 1):
            cut = padded[:, channel].unfold(1, WINDOW, HOP)[:, :frames] * s.hann
            power = power + torch.fft.rfft(cut).abs().square()
        bands = (power / 2) @ s.map
        bands = (((10 * torch.log10(bands + 1e-10) + 60) * 2).round()).clamp(0, 255).byte()
        windows = -(-2 * frames // KEPT)
        sound = F.pad(stereo.mean(1), (MARGIN * NETWORK_HOP, NETWORK_WINDOW))
        need = (windows - 1) * KEPT * NETWORK_HOP + NETWORK_WINDOW
        sound = F.pad(sound, (0, max(0, need - sound.shape[1])))
        cut = sound.unfold(1, NETWORK_WINDOW, KEPT * NETWORK_HOP)[:, :windows]
        contours, notes, onsets = s.network(cut.reshape(n * windows, NETWORK_WINDOW, 1))
        pairs = lambda y: (255 * y.reshape(n, windows * KEPT, -1)[:, : 2 * frames].reshape(n, frames, 2, -1).amax(2)).round().byte()
        key = LOWEST - 21
        return torch.cat([bands, pairs(contours)[:, :, 3 * key : 3 * key + 192], pairs(notes)[:, :, key : key + 64], pairs(onsets)[:, :, key : key + 64]], 2)
