"""
What OpenAI's own implementation and CTranslate2 make of the same weights and files, for `--part reference` of the bench:

    python reference.py TRANSFORMERS_FOLDER CTRANSLATE2_FOLDER OUT FILE.wav…

The files are 16 kHz mono WAV of at most 30 s; a name that begins with `xx_` names its language for decoding.
OUT gets NAME.json, NAME.mel.f32 (log-mel, 80 × 3000), NAME.start.f32 and NAME.first.f32 (logits after the start token, and
at the first free step).
"""

import json
import sys
import wave
import zlib
from pathlib import Path

import ctranslate2
import numpy as np
import torch
import whisper
from safetensors.torch import load_file
from whisper.model import ModelDimensions, Whisper
from whisper.timing import find_alignment, merge_punctuations
from whisper.tokenizer import get_tokenizer

torch.set_num_threads(1)

NAMES = [
    ("encoder_attn_layer_norm", "cross_attn_ln"),
    ("encoder_attn", "cross_attn"),
    ("self_attn_layer_norm", "attn_ln"),
    ("self_attn", "attn"),
    ("final_layer_norm", "mlp_ln"),
    ("layers", "blocks"),
    ("fc1", "mlp.0"),
    ("fc2", "mlp.2"),
    ("q_proj", "query"),
    ("k_proj", "key"),
    ("v_proj", "value"),
    ("out_proj", "out"),
    ("encoder.layer_norm", "encoder.ln_post"),
    ("decoder.layer_norm", "decoder.ln"),
    ("embed_tokens", "token_embedding"),
    ("encoder.embed_positions.weight", "encoder.positional_embedding"),
    ("decoder.embed_positions.weight", "decoder.positional_embedding"),
]


def openai_model(folder: Path) -> Whisper:
    shape = json.loads((folder / "config.json").read_text())
    heads = json.loads((folder / "generation_config.json").read_text())["alignment_heads"]
    model = Whisper(
        ModelDimensions(80, 1500, shape["d_model"], shape["encoder_attention_heads"], shape["encoder_layers"],
                        shape["vocab_size"], 448, shape["d_model"], shape["decoder_attention_heads"], shape["decoder_layers"])
    )
    state = {}
    for name, tensor in load_file(folder / "model.safetensors").items():
        if name == "proj_out.weight":
            continue
        name = name.removeprefix("model.")
        for theirs, ours in NAMES:
            name = name.replace(theirs, ours)
        state[name] = tensor
    model.load_state_dict(state, strict=True)
    chosen = torch.zeros(shape["decoder_layers"], shape["decoder_attention_heads"], dtype=torch.bool)
    for layer, head in heads:
        chosen[layer, head] = True
    model.register_buffer("alignment_heads", chosen.to_sparse(), persistent=False)
    return model.eval()


def samples_of(path: Path) -> np.ndarray:
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768


@torch.no_grad()
def main(folder: Path, source: Path, out: Path, files: list[Path]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    model, engine = openai_model(folder), ctranslate2.models.Whisper(str(source), intra_threads=1, compute_type="float32")
    for path in files:
        samples = samples_of(path)
        mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(torch.from_numpy(samples)))
        states = model.embed_audio(mel[None])
        encoded = engine.encode(ctranslate2.StorageView.from_array(mel[None].contiguous().numpy()))
        _, (languages,) = model.detect_language(states)
        named = path.name.split("_")[0]
        language = named if named in languages else max(languages, key=languages.get)
        tokenizer = get_tokenizer(True, language=language, task="transcribe")
        start = model.logits(torch.tensor([[tokenizer.sot]]), states)[0, -1]
        first = model.logits(torch.tensor([list(tokenizer.sot_sequence)]), states)[0, -1]
        record = {"language": language, "language_probabilities": languages}
        for name, plain in (("timestamps", False), ("plain", True)):
            options = whisper.DecodingOptions(language=language, temperature=0.0, without_timestamps=plain, fp16=False)
            result = whisper.decode(model, states[0], options)
            text = result.text.encode()
            prompt = list(tokenizer.sot_sequence) + ([tokenizer.no_timestamps] if plain else [])
            (greedy,) = engine.generate(encoded, [prompt], beam_size=1, max_length=448)
            record[name] = {
                "tokens": result.tokens,
                "text": result.text,
                "mean_log_probability": result.avg_logprob,
                "no_speech": result.no_speech_prob,
                "compression_ratio": len(text) / len(zlib.compress(text)) if text else 0,
                "engine_tokens": [token for token in greedy.sequences_ids[0] if token != tokenizer.eot],
            }
        spoken = [token for token in record["timestamps"]["tokens"] if token < tokenizer.eot]
        frames = min(3000, len(samples) // 160)
        words = find_alignment(model, tokenizer, spoken, mel, frames)
        merge_punctuations(words, "\"'“¿([{-", "\"'.。,，!！?？:：”)]}、")
        record["words"] = [
            {"word": word.word, "start": float(word.start), "end": float(word.end), "probability": float(word.probability)}
            for word in words
            if word.word
        ]
        stem = out / path.stem
        stem.with_suffix(".json").write_text(json.dumps(record, ensure_ascii=False))
        for name, tensor in (("mel", mel), ("start", start), ("first", first)):
            tensor.numpy().astype(np.float32).tofile(f"{stem}.{name}.f32")
        print(path.name, language, record["timestamps"]["text"][:70])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), [Path(name) for name in sys.argv[4:]])
