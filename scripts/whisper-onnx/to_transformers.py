"""
Whisper weights in CTranslate2's layout to a folder in the layout of `transformers`:

    python to_transformers.py CTRANSLATE2_FOLDER OUT

CTRANSLATE2_FOLDER holds model.bin, config.json (token ids and alignment heads) and tokenizer.json.
Multilingual models with 80 mel bands only. Weights are widened from 16 to 32 bits and not changed otherwise.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import torch
from transformers import (
    GenerationConfig,
    WhisperConfig,
    WhisperFeatureExtractor,
    WhisperForConditionalGeneration,
    WhisperTokenizerFast,
)

from read_ctranslate2 import read_ctranslate2

START, END = 50258, 50257


def attention(variables: dict, source: str, target: str, is_cross: bool) -> dict:
    """One attention block: CTranslate2 keeps query, key and value in one matrix (cross-attention: key and value)."""
    read = lambda part: np.asarray(variables[f"{source}/{part}"], np.float32)
    if is_cross:
        query, query_bias = read("linear_0/weight"), read("linear_0/bias")
        key, value = np.split(read("linear_1/weight"), 2)
        _, value_bias = np.split(read("linear_1/bias"), 2)
        out = "linear_2"
    else:
        query, key, value = np.split(read("linear_0/weight"), 3)
        query_bias, _, value_bias = np.split(read("linear_0/bias"), 3)
        out = "linear_1"
    return {
        f"{target}.q_proj.weight": query,
        f"{target}.q_proj.bias": query_bias,
        f"{target}.k_proj.weight": key,
        f"{target}.v_proj.weight": value,
        f"{target}.v_proj.bias": value_bias,
        f"{target}.out_proj.weight": read(f"{out}/weight"),
        f"{target}.out_proj.bias": read(f"{out}/bias"),
        f"{target}_layer_norm.weight": read("layer_norm/gamma"),
        f"{target}_layer_norm.bias": read("layer_norm/beta"),
    }


def state_of(variables: dict, encoder_layers: int, decoder_layers: int) -> dict:
    read = lambda name: np.asarray(variables[name], np.float32)
    state = {
        "encoder.conv1.weight": read("encoder/conv1/weight"),
        "encoder.conv1.bias": read("encoder/conv1/bias"),
        "encoder.conv2.weight": read("encoder/conv2/weight"),
        "encoder.conv2.bias": read("encoder/conv2/bias"),
        "encoder.embed_positions.weight": read("encoder/position_encodings/encodings"),
        "decoder.embed_tokens.weight": read("decoder/embeddings/weight"),
        "decoder.embed_positions.weight": read("decoder/position_encodings/encodings"),
    }
    for side, layers in (("encoder", encoder_layers), ("decoder", decoder_layers)):
        state[f"{side}.layer_norm.weight"] = read(f"{side}/layer_norm/gamma")
        state[f"{side}.layer_norm.bias"] = read(f"{side}/layer_norm/beta")
        for layer in range(layers):
            source, target = f"{side}/layer_{layer}", f"{side}.layers.{layer}"
            state |= attention(variables, f"{source}/self_attention", f"{target}.self_attn", False)
            if side == "decoder":
                state |= attention(variables, f"{source}/attention", f"{target}.encoder_attn", True)
            for i, name in ((0, "fc1"), (1, "fc2")):
                state[f"{target}.{name}.weight"] = read(f"{source}/ffn/linear_{i}/weight")
                state[f"{target}.{name}.bias"] = read(f"{source}/ffn/linear_{i}/bias")
            state[f"{target}.final_layer_norm.weight"] = read(f"{source}/ffn/layer_norm/gamma")
            state[f"{target}.final_layer_norm.bias"] = read(f"{source}/ffn/layer_norm/beta")
    return state


def main(source: Path, out: Path) -> None:
    variables = read_ctranslate2(str(source / "model.bin"))
    tokens = json.loads((source / "config.json").read_text())
    layers = lambda side: sum(f"{side}/layer_{i}/ffn/linear_0/weight" in variables for i in range(64))
    vocabulary, width = variables["decoder/embeddings/weight"].shape
    if vocabulary != 51865:
        raise SystemExit(f"{source} has a vocabulary of {vocabulary}: it is not a multilingual Whisper with 80 mel bands.")
    config = WhisperConfig(
        vocab_size=vocabulary,
        num_mel_bins=80,
        d_model=width,
        encoder_layers=layers("encoder"),
        decoder_layers=layers("decoder"),
        encoder_attention_heads=int(variables["encoder/num_heads"]),
        decoder_attention_heads=int(variables["decoder/num_heads"]),
        encoder_ffn_dim=4 * width,
        decoder_ffn_dim=4 * width,
        bos_token_id=END,
        eos_token_id=END,
        pad_token_id=END,
        decoder_start_token_id=START,
        suppress_tokens=None,
        begin_suppress_tokens=None,
    )
    model = WhisperForConditionalGeneration(config)
    state = state_of(variables, config.encoder_layers, config.decoder_layers)
    missing, unexpected = model.model.load_state_dict({k: torch.tensor(v) for k, v in state.items()}, strict=False)
    if missing or unexpected:
        raise SystemExit(f"Weights do not fit the architecture: missing {missing}, unexpected {unexpected}.")
    model.tie_weights()

    shutil.copytree(source, out, ignore=shutil.ignore_patterns("*.bin", "*.txt", "config.json"), dirs_exist_ok=True)
    tokenizer = WhisperTokenizerFast(tokenizer_file=str(source / "tokenizer.json"))
    ids = tokenizer.get_added_vocab()
    no_timestamps = ids["<|notimestamps|>"]
    languages = {name: i for name, i in ids.items() if i in set(tokens["lang_ids"])}
    model.generation_config = GenerationConfig(
        decoder_start_token_id=START,
        bos_token_id=END,
        eos_token_id=END,
        pad_token_id=END,
        max_length=config.max_target_positions,
        is_multilingual=True,
        return_timestamps=False,
        lang_to_id=languages,
        task_to_id={"transcribe": ids["<|transcribe|>"], "translate": ids["<|translate|>"]},
        no_timestamps_token_id=no_timestamps,
        prev_sot_token_id=ids["<|startofprev|>"],
        max_initial_timestamp_index=50,
        suppress_tokens=tokens["suppress_ids"],
        begin_suppress_tokens=tokens["suppress_ids_begin"],
        alignment_heads=tokens["alignment_heads"],
    )
    model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    WhisperFeatureExtractor(feature_size=80).save_pretrained(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
