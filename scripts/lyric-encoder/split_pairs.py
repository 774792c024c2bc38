"""Pairs of files, a sentence a line, to one text to train on, and the rest, which is held out, in files of the same names.

    python split_pairs.py FOLDER --train 0.4 --out text.tsv --rest held-out

FOLDER holds `tatoeba.XXX-eng.XXX` and `tatoeba.XXX-eng.eng`. What is held out goes by the English sentence, which stands in the files of
many languages: none is on both sides.
"""
import argparse, hashlib
from pathlib import Path


def is_trained_on(english, share):
    """By a hash of its letters and figures alone."""
    plain = "".join(c for c in english.lower() if c.isalnum())
    return int.from_bytes(hashlib.sha256(plain.encode()).digest()[:4], "big") < share * 2**32


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("pairs", type=Path)
    args.add_argument("--train", type=float, default=0.4, help="share of the sentences")
    args.add_argument("--out", type=Path, required=True)
    args.add_argument("--rest", type=Path, required=True)
    o = args.parse_args()
    o.rest.mkdir(parents=True, exist_ok=True)
    counts = [0, 0]
    with o.out.open("w", encoding="utf8") as out:
        for english_file in sorted(o.pairs.glob("*-eng.eng")):
            code = english_file.name.split(".")[1].split("-")[0]
            own_file = english_file.with_suffix(f".{code}")
            both = [path.read_text(encoding="utf8").strip().split("\n") for path in (own_file, english_file)]
            held = []
            for text, english in zip(*both, strict=True):
                is_used = is_trained_on(english, o.train)
                counts[is_used] += 1
                if is_used: out.write(f"{code}\t{text}\t{english}\n".replace("\r", ""))
                else: held.append((text, english))
            for side, path in enumerate((own_file, english_file)):
                (o.rest / path.name).write_text("".join(f"{one[side]}\n" for one in held), encoding="utf8")
    print(f"{counts[1]} pairs to train on, {counts[0]} held out")


if __name__ == "__main__":
    main()
