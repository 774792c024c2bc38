"""Recall of sentences by an encoder of static tokens, by language, both ways, against English.

    python evaluate.py MODEL_FOLDER [MODEL_FOLDER…] --pairs FOLDER [--languages kor jpn …] [--card FILE]

FOLDER holds `tatoeba.XXX-eng.XXX` and `tatoeba.XXX-eng.eng`, a sentence a line.
"""
import argparse
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from edition import table_of
from train import token_matrix, unit

LANGUAGES = "deu fra spa por nld ita rus swe pol ces vie fin ron kor jpn cmn ara hin heb pes tha tur hun ukr ell".split()


def recall(left, right):
    similar = left @ right.T
    own = np.arange(len(similar))
    return ((similar.argmax(1) == own).mean() + (similar.argmax(0) == own).mean()) / 2


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("models", nargs="+", type=Path)
    args.add_argument("--pairs", required=True, type=Path)
    args.add_argument("--languages", nargs="*", default=LANGUAGES, help="of the files; all: whatever is there")
    args.add_argument("--card", type=Path, help="a card that the table is added to")
    o = args.parse_args()
    read = [(Tokenizer.from_file(str(m / "tokenizer.json")), table_of(m)) for m in o.models]
    lines = []
    def show(line):
        lines.append(line)
        print(line, flush=True)
    show("| language | sentences | " + " | ".join(m.name for m in o.models) + " |")
    show("|---|---|" + "---|" * len(read))
    all_values = []
    codes = sorted(p.suffix[1:] for p in o.pairs.glob("tatoeba.*") if p.suffix != ".eng") if o.languages == ["all"] else o.languages
    for code in codes:
        base = o.pairs / f"tatoeba.{code}-eng.{code}"
        if not base.exists():
            continue
        sides = [p.read_text(encoding="utf8").strip().split("\n") for p in (base, base.with_suffix(".eng"))]
        values = []
        for tokenizer, table in read:
            ids = [[one.ids for one in tokenizer.encode_batch_fast(side)] for side in sides]
            values.append(recall(*(unit(token_matrix(one, len(table)) @ table)[0] for one in ids)))
        all_values.append(values)
        show(f"| {code} | {len(sides[0])} | " + " | ".join(f"{v:.3f}" for v in values) + " |")
    if not all_values: args.error(f"{o.pairs} holds no pairs in these languages")
    show("| mean | | " + " | ".join(f"{v:.3f}" for v in np.mean(all_values, 0)) + " |")
    if o.card:
        with o.card.open("a", encoding="utf8") as card:
            card.write(f"\n## Recall of sentences, `{o.pairs.name}`\nMean of both ways, against English.\n\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
