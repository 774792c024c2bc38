"""
OpenAI's own `transcribe` on whole files, window by window, for `--part longform` of the bench:

    python longform.py TRANSFORMERS_FOLDER OUT FILE.wav…

The files are 16 kHz mono WAV of any length; a name that begins with `xx_` names its language. OUT gets NAME.json, written when
its file is done: where each window began, its greedy tokens, whether the temperature was raised, and where the next one begins. Text of
earlier windows is no condition, as in the program. Each window is also decoded from a log-mel of its own, which is what the
program computes; `transcribe` takes one of the whole file.
"""

import json
import sys
from pathlib import Path

import torch
import whisper
from reference import openai_model, samples_of
from whisper.tokenizer import get_tokenizer

torch.set_num_threads(1)
RATE, HOP, FRAMES = 16_000, 160, 3000


class Recorder:
    """Stands between `transcribe` and the model, and notes what it asks for."""

    def __init__(self, model):
        self.model, self.windows, self.decode_one = model, [], model.decode
        self.module = sys.modules["whisper.transcribe"]
        self.pad_one = self.module.pad_or_trim

    def pad(self, mel, length=FRAMES, **rest):
        # `transcribe` hands over a slice of the whole file's log-mel: its offset is the window's first frame.
        self.windows.append({"seek": mel.storage_offset(), "frames": mel.shape[-1], "attempts": []})
        return self.pad_one(mel, length, **rest)

    def decode(self, mel, options):
        result = self.decode_one(mel, options)
        self.windows[-1]["attempts"].append({
            "temperature": result.temperature,
            "tokens": result.tokens,
            "mean_log_probability": result.avg_logprob,
            "compression_ratio": result.compression_ratio,
            "no_speech": result.no_speech_prob,
        })
        return result


@torch.no_grad()
def main(folder: Path, out: Path, files: list[Path]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    model = openai_model(folder)
    for path in files:
        samples = torch.from_numpy(samples_of(path).copy())
        named = path.name.split("_")[0]
        if named not in whisper.tokenizer.LANGUAGES:
            first = whisper.log_mel_spectrogram(whisper.pad_or_trim(samples))
            _, heard = model.detect_language(first)
            named = max(heard, key=heard.get)
        recorder = Recorder(model)
        recorder.module.pad_or_trim, model.decode = recorder.pad, recorder.decode
        torch.manual_seed(1)
        # Two temperatures: whether the first one was enough is what can be compared; higher ones draw at random.
        whole = whisper.transcribe(model, samples, language=named, temperature=(0.0, 0.2), condition_on_previous_text=False,
                                   fp16=False, verbose=None)
        recorder.module.pad_or_trim, model.decode = recorder.pad_one, recorder.decode_one
        windows = recorder.windows
        for window in windows:
            at = window["seek"] * HOP
            mel = whisper.log_mel_spectrogram(whisper.pad_or_trim(samples[at : at + FRAMES * HOP]))
            alone = model.decode(mel, whisper.DecodingOptions(language=named, temperature=0.0, fp16=False))
            window["alone"] = {
                "tokens": alone.tokens,
                "mean_log_probability": alone.avg_logprob,
                "compression_ratio": alone.compression_ratio,
            }
        tokenizer = get_tokenizer(True, language=named, task="transcribe")
        special = [tokenizer.transcribe, tokenizer.translate, tokenizer.sot, tokenizer.sot_prev, tokenizer.sot_lm, tokenizer.no_speech]
        record = {
            "language": named,
            "text": whole["text"],
            "windows": windows,
            "suppressed": sorted({*tokenizer.non_speech_tokens, *special}),
            "suppressed_at_begin": [*tokenizer.encode(" "), tokenizer.eot],
        }
        (out / f"{path.stem}.json").write_text(json.dumps(record))
        print(path.name, named, len(windows), "windows", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), [Path(name) for name in sys.argv[3:]])
