"""
A Whisper folder of `transformers` to ONNX, in the layout of the public hub's `*_timestamped` conversions:

    python export_onnx.py TRANSFORMERS_FOLDER OUT

OUT gets the JSON files and onnx/{encoder_model,decoder_model_merged}.onnx with 32-bit weights, and the same two as
*_quantized.onnx with 8-bit weights. The decoder gives its cross-attentions, from which times of words are derived.
"""

import shutil
import sys
from pathlib import Path

import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from optimum.exporters.onnx import main_export
from optimum.exporters.onnx.base import ConfigBehavior
from optimum.exporters.onnx.model_configs import WhisperOnnxConfig
from transformers import AutoConfig


class WithCrossAttentions(WhisperOnnxConfig):
    """The usual export, and each decoder layer's weights over the encoder's frames."""

    @property
    def outputs(self) -> dict:
        outputs = super().outputs
        if self._behavior is ConfigBehavior.DECODER:
            for layer in range(self._config.decoder_layers):
                outputs[f"decoder_attentions.{layer}"] = {0: "batch_size", 2: "decoder_sequence_length", 3: "past_decoder_sequence_length + 1"}
            for layer in range(self._config.decoder_layers):
                outputs[f"cross_attentions.{layer}"] = {0: "batch_size", 2: "decoder_sequence_length", 3: "encoder_sequence_length_out"}
        return outputs


def main(source: Path, out: Path) -> None:
    base = WithCrossAttentions(config=AutoConfig.from_pretrained(source), task="automatic-speech-recognition")
    main_export(
        str(source),
        output=out,
        task="automatic-speech-recognition-with-past",
        opset=14,
        model_kwargs={"output_attentions": True},
        custom_onnx_configs={
            "encoder_model": WhisperOnnxConfig(config=base._config, task="automatic-speech-recognition").with_behavior("encoder"),
            "decoder_model": base.with_behavior("decoder", use_past=True, use_past_in_inputs=False),
            "decoder_with_past_model": base.with_behavior("decoder", use_past=True, use_past_in_inputs=True),
        },
    )
    folder = out / "onnx"
    folder.mkdir(exist_ok=True)
    for name in ("encoder_model", "decoder_model_merged"):
        shutil.move(out / f"{name}.onnx", folder / f"{name}.onnx")
        # As the hub's converter: unsigned weights where a model holds a convolution, signed ones elsewhere.
        has_convolution = any(node.op_type == "Conv" for node in onnx.load(folder / f"{name}.onnx").graph.node)
        quantize_dynamic(
            folder / f"{name}.onnx",
            folder / f"{name}_quantized.onnx",
            per_channel=False,
            reduce_range=False,
            weight_type=QuantType.QUInt8 if has_convolution else QuantType.QInt8,
            extra_options={"EnableSubgraph": True, "MatMulConstBOnly": True},
        )
    for leftover in out.glob("decoder*.onnx*"):
        leftover.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
