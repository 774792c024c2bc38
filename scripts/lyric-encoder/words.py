"""A dictionary that the teacher knows: words of a language beside the English word whose vector is nearest.

    python words.py list --pieces pieces.tsv --text text.tsv --english /usr/share/dict/american-english --out words.json
    python words.py pair --pieces pieces.tsv --words words.json --teacher teacher/texts.json teacher/rows.f16 --out words.tsv

`list` writes the words to ask the teacher about, by language; `pair` chooses pairs of words by their similarity less the mean of
each word's ten nearest (cross-domain similarity local scaling, Conneau et al. 2018). About three in four are right; tuning bears the rest.
"""
import argparse, collections, json, re
from pathlib import Path

import numpy as np

from script_of import script_of

WORDS = dict(ko=("hangul", 9_000), ar=("arabic", 7_000), he=("hebrew", 7_000), fa=("arabic", 6_000), hi=("devanagari", 6_000), ro=("latin", 6_000), vi=("latin", 3_000))
ENGLISH_COUNTED_IN = ("de", "fr", "ja", "ko", "zh")
# Languages whose words no space separates take the teacher's pieces as words; other scripts are not distinguished by language.
OF_PIECES = dict(ja=(("kana", 2), ("han", 1)), zh=(("han", 1),), th=(("thai", 3),), ko=(("hangul", 2),), hi=(("devanagari", 3),))
UNTOLD = dict(lat="latin", cyr="cyrillic", gre="greek")
NEIGHBOURS = 10


def read_pieces(path):
    return [line.split("\t")[0] for line in path.open(encoding="utf8")]


def english_words(path):
    return {word.strip().lower() for word in path.open(encoding="utf8") if word.strip().isalpha()}


def list_words(o):
    counts = {language: collections.Counter() for language in ("en", *WORDS)}
    for line in o.text.open(encoding="utf8"):
        language, text, english = line.rstrip("\n").split("\t")
        if language in ENGLISH_COUNTED_IN: counts["en"].update(re.findall("[a-z]+", english.lower()))
        if language in WORDS: counts[language].update(re.findall(r"[\w\u0900-\u097f]+", text.lower()))
    known = english_words(o.english)
    starts = {piece.replace("▁", "") for piece in read_pieces(o.pieces) if piece.startswith("▁")}
    words = {"en": [w for w in sorted(known) if len(w) > 1 and (w in starts or counts["en"][w] >= 4)]}
    for language, (script, most) in WORDS.items():
        own = [w for w, count in counts[language].most_common() if count >= 2 and len(w) > 1 and script_of(w) == script and not re.search(r"\d|_", w)]
        words[language] = [w for w in own if script != "latin" or w not in known][:most]
    o.out.write_text(json.dumps(words, ensure_ascii=False), encoding="utf8")


def directions(words, vectors):
    rows = np.stack([vectors[w] for w in words]).astype(np.float32)
    rows -= rows.mean(0)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def pair_words(o):
    texts = json.loads(Path(o.teacher[0]).read_text(encoding="utf8"))
    rows = np.fromfile(o.teacher[1], np.float16).reshape(len(texts), -1)
    vectors = {text: row for text, row in zip(texts, rows) if row.any()}
    words = json.loads(o.words.read_text(encoding="utf8"))
    known = english_words(o.english)
    pieces = list(dict.fromkeys(p for p in (p.replace("▁", "") for p in read_pieces(o.pieces)) if p in vectors))
    for language, scripts in OF_PIECES.items():
        own = [p for script, least in scripts for p in pieces if script_of(p) == script and len(p) >= least]
        words[language] = list(dict.fromkeys([*words.get(language, []), *own]))
    english = [w for w in words.pop("en") if w in vectors]
    for name, script in UNTOLD.items():
        words[name] = [p for p in pieces if script_of(p) == script and len(p) > 3 and p not in known]
    beside = directions(english, vectors)
    with o.out.open("w", encoding="utf8") as out:
        for language, some in words.items():
            own = [w for w in some if w in vectors]
            if len(own) < 100: continue
            similar = directions(own, vectors) @ beside.T
            scaled = 2 * similar - np.partition(similar, -NEIGHBOURS, 1)[:, -NEIGHBOURS:].mean(1)[:, None]
            scaled -= np.partition(similar, -NEIGHBOURS, 0)[-NEIGHBOURS:].mean(0)[None]
            there, back = scaled.argmax(1), scaled.argmax(0)
            one_language = language not in UNTOLD
            pairs = {(i, j) for i, j in enumerate(there) if similar[i, j] > ((0.42, 0.62) if one_language else (0.5, 0.6))[int(back[j] != i)]}
            if one_language: pairs |= {(i, j) for j, i in enumerate(back) if similar[i, j] > 0.62}
            # Of one script, words with the same beginning are near by their letters.
            else: pairs = {(i, j) for i, j in pairs if own[i][:4] != english[j][:4]}
            out.writelines(f"{language}\t{own[i]}\t{english[j]}\n" for i, j in sorted(pairs))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("step", choices=("list", "pair"))
    args.add_argument("--pieces", type=Path, required=True)
    args.add_argument("--text", type=Path)
    args.add_argument("--words", type=Path)
    args.add_argument("--english", type=Path, default=Path("/usr/share/dict/american-english"))
    args.add_argument("--teacher", nargs=2, metavar=("TEXTS", "ROWS"))
    args.add_argument("--out", type=Path, required=True)
    o = args.parse_args()
    (list_words if o.step == "list" else pair_words)(o)


if __name__ == "__main__":
    main()
