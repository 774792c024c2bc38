"""Parallel text from packages under permissive licences and from psalms, as lines of `language`, text, English.

    python collect.py --packages FOLDER --psalms FILE --out text.tsv

`--packages`: the packages that README.md names, unpacked into folders of their own. What a file is, its name says:
`en.json` beside `ko.json`, message catalogues (.mo), Chromium's `.pak`, CLDR annotations, declarations of human rights.
`--psalms`: JSON Lines, work, language, lyrics.
"""
import argparse, collections, csv, gettext, gzip, html, io, json, random, re, struct
from pathlib import Path

SAME_LANGUAGE = {"nb": "no", "nn": "no", "iw": "he", "in": "id", "cmn": "zh", "fil": "tl"}
# English again, transliterated, or of another variety than its code says.
LEFT_OUT = re.compile(r"^(en|qps|ja-Hira|sr-Latn|sr_Latn|be@tarask|xa|und|root)([-_@]|$)")
NO_PROSE = re.compile(r"[<>$%={}\\|_#@\[\]]|https?:|\d{3}|\w/\w")
# Of a language and source, so that none outweighs the others.
MOST = collections.defaultdict(lambda: 9_000, {"psalms": 2_400, "bible": 9_000, "words": 14_000, "rights": 200})


def language_of(code):
    code = code.replace("_", "-")
    if LEFT_OUT.match(code):
        return None
    base = re.split("[-@]", code)[0].lower()
    return SAME_LANGUAGE.get(base, base) if 2 <= len(base) <= 3 else None


def clean(text):
    text = html.unescape(re.sub(r"</?\w[^<>]*>", " ", text))
    text = re.sub(r"^(\w\d? ?)?&(?=\w)|\s*\(&?\w\)$|…$|\.\.\.$", "", text.replace("\u200b", "").replace("\u00ad", ""))
    return re.sub(r"\s+", " ", text).strip()


def sentences(text):
    return [s.strip(' "“”„«»*—-') for s in re.split(r'(?<=[.!?…。！？।؟])["”»]?\s*', text) if s.strip()]


def prose(language, text, english):
    text, english = clean(text), clean(english)
    if NO_PROSE.search(text) or NO_PROSE.search(english) or not re.search(r"[a-z]{2}", english):
        return
    ts, es = sentences(text), sentences(english)
    yield from ((language, t, e) for t, e in (zip(ts, es) if len(ts) == len(es) else [(text, english)]))


def flat(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from flat(inner, (*path, at))
    elif isinstance(value, str):
        yield path, value


def read_json(path):
    try:
        value = json.loads(path.read_text(encoding="utf8"))
    except (ValueError, OSError):
        return {}
    if isinstance(value, dict) and list(value) == [path.stem]:  # {"ko": {…}}
        value = value[path.stem]
    return {key: text for key, text in flat(value)}


def json_files(folder):
    """`en.json` beside `ko.json`, or `locale/en/LC_MESSAGES/x.json` beside `locale/ko/LC_MESSAGES/x.json`."""
    for english_file in folder.glob("**/en.json"):
        english = read_json(english_file)
        for path in english_file.parent.glob("*.json"):
            yield path.stem, english, path
    for english_file in folder.glob("**/en/LC_MESSAGES/*.json"):
        english = read_json(english_file)
        for path in english_file.parent.parent.parent.glob(f"*/LC_MESSAGES/{english_file.name}"):
            yield path.parts[-3], english, path


def places(folder):
    """Names and search words of what is on a map, of the OpenStreetMap tagging schema."""
    for english_file in folder.glob("**/translations/en.json"):
        english = read_json(english_file)
        for path in english_file.parent.glob("*.json"):
            language = language_of(path.stem)
            if language is None or path.name.endswith(".min.json"):
                continue
            for key, text in read_json(path).items():
                if key in english and key[-1] in ("name", "label", "title") or key in english and "options" in key:
                    yield from prose(language, text, english[key])


def catalogues(folder):
    for path in folder.glob("**/LC_MESSAGES/*.mo"):
        language = language_of(path.parts[-3])
        if language is None:
            continue
        try:
            with path.open("rb") as file:
                messages = gettext.GNUTranslations(file)._catalog
        except (OSError, UnicodeDecodeError):
            continue
        for english, text in messages.items():
            if isinstance(english, str) and isinstance(text, str) and english and text:
                yield from prose(language, text, english.split("\x04")[-1])


def interface(folder):
    yield from catalogues(folder)
    for code, english, path in json_files(folder):
        language = language_of(code)
        if language is not None:
            for key, text in read_json(path).items():
                if key in english:
                    yield from prose(language, text, english[key])


def pak(path):
    """Chromium's data pack, version 5: resource → text."""
    data = path.read_bytes()
    version, encoding, count, aliases = struct.unpack_from("<IB3xHH", data)
    if version != 5 or encoding != 1:
        return {}
    entries = [struct.unpack_from("<HI", data, 12 + 6 * at) for at in range(count + 1)]
    texts = {}
    for (one, start), (_, end) in zip(entries, entries[1:]):
        try:
            texts[one] = data[start:end].decode("utf8")
        except UnicodeDecodeError:
            continue
    return texts


def browser(folder):
    for english_file in folder.glob("**/en-US.pak"):
        english = pak(english_file)
        for path in english_file.parent.glob("*.pak"):
            language = language_of(path.stem)
            if language is not None:
                for one, text in pak(path).items():
                    if one in english:
                        yield from prose(language, text, english[one])


def annotations(folder):
    """Names of emoji, and their search words, which are not in one order: a bag of words beside another."""
    read = {}
    for path in folder.glob("**/annotations.json"):
        read[path.parent.name] = next(iter(json.loads(path.read_text(encoding="utf8")).values()))["annotations"]
    english = read["en"]
    for code, emoji in read.items():
        language = language_of(code)
        if language is None:
            continue
        for sign, names in emoji.items():
            own, other = names.get("tts", []), english.get(sign, {}).get("tts", [])
            if other and "skin tone" in other[0]: continue  # a few words over and over
            if own and other:
                yield language, clean(own[0]), clean(other[0])
            words, others = names.get("default", []), english.get(sign, {}).get("default", [])
            if words and others:
                yield language, clean(" ".join(words)), clean(" ".join(others))


RIGHTS = dict(kor="ko", jpn="ja", cmn_hans="zh", arb="ar", hin="hi", heb="he", pes_1="fa", tha="th", ron_2006="ro", vie="vi", deu_1996="de",
              fra="fr", spa="es", ita="it", rus="ru", pol="pl", ces="cs", swe="sv", nld="nl", fin="fi", por_BR="pt", tur="tr", ukr="uk")


def rights(folder):
    for english_file in folder.glob("**/declaration/eng.html"):
        paragraphs = lambda path: [clean(p) for p in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", path.read_text(encoding="utf8"), re.S)]
        english = paragraphs(english_file)
        for code, language in RIGHTS.items():
            path = english_file.with_name(f"{code}.html")
            if path.exists() and len(own := paragraphs(path)) == len(english):
                yield from ((language, t, e) for t, e in zip(own, english))


def bible(folder):
    """Old Japanese beside the World English Bible."""
    for path in folder.glob("**/kougo.txt.gz"):
        books, japanese = [], {}
        for line in gzip.open(path, "rt", encoding="utf8"):
            found = re.match(r"(\d? ?\w+) (\d+):(\d+) \S+ \d+:\d+ (.+)", line)
            if found:
                if found.group(1) not in books: books.append(found.group(1))
                japanese[len(books), int(found.group(2)), int(found.group(3))] = found.group(4)
        for row in csv.reader(io.TextIOWrapper(gzip.open(path.parent.parent / "web" / "t_web.csv.gz"), encoding="utf8")):
            if row[0] == "field": continue
            text = japanese.get(tuple(map(int, row[1:4])))
            english = clean(re.sub(r"\{[^}]*\}", "", row[4]))
            if text:
                yield "ja", clean(text), english


def psalms(path):
    works = collections.defaultdict(dict)
    for line in path.open(encoding="utf8"):
        row = json.loads(line)
        works[row["work"]][row["language"]] = row["lyrics"].split("\n")
    for texts in works.values():
        english = texts.pop("en", [])
        for language, verses in texts.items():
            if len(verses) == len(english):
                yield from ((SAME_LANGUAGE.get(language, language), clean(v), clean(e)) for v, e in zip(verses, english))


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--packages", type=Path, required=True)
    args.add_argument("--psalms", type=Path)
    args.add_argument("--out", type=Path, required=True)
    o = args.parse_args()
    kept = collections.defaultdict(set)
    for folder in sorted(one for one in o.packages.iterdir() if one.is_dir()):
        kinds = [("words", annotations)] if "cldr" in folder.name else [("words", places)] if "tagging" in folder.name else \
            [(folder.name, interface), (folder.name, browser), ("rights", rights), ("bible", bible)]
        for name, read in kinds:
            for language, text, english in read(folder):
                kept[name, language].add((text, english))
    if o.psalms:
        for language, text, english in psalms(o.psalms):
            kept["psalms", language].add((text, english))
    draw = random.Random(1)
    totals = collections.Counter()
    with o.out.open("w", encoding="utf8") as out:
        for (name, language), pairs in sorted(kept.items()):
            chosen = sorted((t, e) for t, e in pairs if t != e and 0 < len(t) < 260 and 2 < len(e) < 260)
            draw.shuffle(chosen)
            for text, english in chosen[:MOST[name]]:
                out.write(f"{language}\t{text}\t{english}\n")
                totals[language] += 1
    print(" ".join(f"{language} {count}" for language, count in totals.most_common()))


if __name__ == "__main__":
    main()
