"""
Spleeter's separator of two stems (R. Hennequin et al., "Spleeter: a fast and efficient music source separation tool
with pre-trained models", JOSS 5(50), 2020) from the checkpoints in a Python package to the layout that the program reads:

    python export_onnx.py vocals.ckpt accompaniment.ckpt OUT.onnx

`mix` [1, 2, samples] and `spectrum` [1, 4, bins, frames] in (left real, left imaginary, right real, right imaginary; a periodic
Hann window, scaled by 1/sqrt(size), without the Nyquist bin); the vocals' `spectrum` in the same shape out.
"""

import sys
from pathlib import Path

import numpy
import onnx
import torch
from torch import nn
from torch.nn import functional

SIZE, HOP, FRAMES = 4096, 1024, 512
BINS = SIZE // 2
# Below 11 kHz; Spleeter removes what lies above.
MASKED_BINS = 1024
EPSILON = 1e-10
FILTERS = (16, 32, 64, 128, 256, 512)


class Crop(nn.Module):
    """What TensorFlow's transposed convolution of padding `same` leaves."""

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return values[:, :, 1:-2, 1:-2]


class UNet(nn.Module):
    """One stem's network: magnitudes [1, 2, frames, bins] in, the stem's out. Names are those of the checkpoint."""

    def __init__(self) -> None:
        super().__init__()
        sizes = (2, *FILTERS)
        for i in range(1, 7):
            conv = nn.Sequential(nn.ZeroPad2d((1, 2, 1, 2)), nn.Conv2d(sizes[i - 1], sizes[i], 5, stride=2))
            setattr(self, f"down{i}_conv", conv)
            setattr(self, f"down{i}_act", nn.Sequential(nn.BatchNorm2d(sizes[i], eps=1e-3), nn.LeakyReLU(0.2)))
        outs = (256, 128, 64, 32, 16, 1)
        for i, size in enumerate(outs, 1):
            before = 512 if i == 1 else 2 * outs[i - 2]
            transposed = nn.ConvTranspose2d(before, size, 5, stride=2)
            setattr(self, f"up{i}", nn.Sequential(transposed, Crop(), nn.ReLU(), nn.BatchNorm2d(size, eps=1e-3)))
        self.up7 = nn.Sequential(nn.Conv2d(1, 2, 4, dilation=2, padding=3), nn.Sigmoid())

    def forward(self, magnitudes: torch.Tensor) -> torch.Tensor:
        kept, values = [], magnitudes
        for i in range(1, 7):
            kept.append(getattr(self, f"down{i}_conv")(values))
            values = getattr(self, f"down{i}_act")(kept[-1])
        values = self.up1(kept[5])
        for i in range(2, 7):
            values = getattr(self, f"up{i}")(torch.cat([kept[6 - i], values], 1))
        return self.up7(values) * magnitudes


class Vocals(nn.Module):
    def __init__(self, vocals: UNet, accompaniment: UNet) -> None:
        super().__init__()
        self.vocals, self.accompaniment = vocals, accompaniment

    def forward(self, mix: torch.Tensor, spectrum: torch.Tensor) -> torch.Tensor:
        parts = spectrum.reshape(1, 2, 2, BINS, FRAMES)
        power = parts[:, :, 0, :MASKED_BINS] ** 2 + parts[:, :, 1, :MASKED_BINS] ** 2
        # Spleeter's transform is not scaled.
        magnitudes = (SIZE * power).sqrt().transpose(2, 3)
        voice, rest = self.vocals(magnitudes) ** 2, self.accompaniment(magnitudes) ** 2
        mask = ((voice + EPSILON / 2) / (voice + rest + EPSILON)).transpose(2, 3)
        mask = functional.pad(mask, (0, 0, 0, BINS - MASKED_BINS))
        return (parts * mask.unsqueeze(2)).reshape(1, 4, BINS, FRAMES)


def network(path: Path) -> UNet:
    """The checkpoint is a dictionary of arrays; nothing else in it is unpickled."""
    array = numpy.core.multiarray._reconstruct
    torch.serialization.add_safe_globals([array, numpy.ndarray, numpy.dtype, type(numpy.dtype("float32"))])
    values = torch.load(path, weights_only=True)
    unet = UNet()
    unet.load_state_dict({name: torch.from_numpy(value) for name, value in values.items()}, strict=False)
    absent = [name for name in unet.state_dict() if name not in values and not name.endswith("num_batches_tracked")]
    if absent:
        raise SystemExit(f"{path} has no {absent}")
    return unet


def main(vocals: Path, accompaniment: Path, out: Path) -> None:
    model = Vocals(network(vocals), network(accompaniment)).eval()
    inputs = (torch.randn(1, 2, FRAMES * HOP), torch.randn(1, 4, BINS, FRAMES))
    torch.onnx.export(model, inputs, out, input_names=["mix", "spectrum"], output_names=["vocals"], opset_version=17, dynamo=False)
    graph = onnx.load(out)
    if "mix" not in [one.name for one in graph.graph.input]:
        # The exporter drops an input that the network does not use; the layout has it.
        graph.graph.input.insert(0, onnx.helper.make_tensor_value_info("mix", onnx.TensorProto.FLOAT, list(inputs[0].shape)))
        onnx.save(graph, out)
    import onnxruntime

    session = onnxruntime.InferenceSession(out)
    (found,) = session.run(None, {name: values.numpy() for name, values in zip(("mix", "spectrum"), inputs)})
    with torch.no_grad():
        expected = model(*inputs).numpy()
    print(f"{out}: largest difference from the checkpoints {numpy.abs(found - expected).max():.1e}")


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
