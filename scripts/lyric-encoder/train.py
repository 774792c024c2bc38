"""Trains a lyric encoder: static token vectors, started from an earlier edition and, where there is one, a teacher, tuned on parallel text.

    python train.py --parallel text.tsv --out FOLDER
    python train.py --start EDITION --pieces pieces.tsv --teacher texts.json rows.f16 --parallel text.tsv --words words.tsv --out FOLDER

FOLDER is an encoder that the program loads, with a card. See README.md for the formats. Everything is seeded; on one thread of a laptop it
takes a few minutes.
"""
import argparse, collections, json, random as random_module, time
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer
from scipy.sparse import csr_matrix, vstack

from edition import table_of, write_edition
from script_of import script_of
from text_pieces import pieces_of_text

DIMENSIONS = 128
SHIPPED = Path(__file__).resolve().parents[2] / "models" / "mini-multi-static-128"
TEMPERATURE = 0.05  # of the contrastive loss, as in the first edition
RIDGE = 1.0  # of the map from the teacher's vectors to the earlier edition's
# Further languages would take vectors from those in which most is sung.
LANGUAGES = set(
    "ar bg ca cs da de el es et eu fa fi fr gl he hi hr hu id is it ja ko la lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh sq eo tl af ms".split())


def tokenizer_of(pieces):
    """pieces: (text, log probability), ids from 2 on. Unigram, Kudo 2018."""
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    return {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {"id": at, "content": text, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True} for at, text in enumerate(["<pad>", "<unk>"])],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFKC"}, {"type": "Lowercase"}]},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
            {"type": "Punctuation", "behavior": "Isolated"}, metaspace]},
        "post_processor": None, "decoder": metaspace,
        "model": {"type": "Unigram", "unk_id": 1,
                  "vocab": [["<pad>", 0.0], ["<unk>", 0.0], *[[t, round(s, 2)] for t, s in pieces]]},
    }


def token_matrix(token_ids, rows):
    """One row a text: 1 / length for each of its tokens."""
    lengths = np.fromiter((len(ids) for ids in token_ids), np.int64, len(token_ids))
    starts = np.concatenate([[0], np.cumsum(lengths)])
    flat = np.fromiter((i for ids in token_ids for i in ids), np.int64, int(starts[-1]))
    values = np.repeat(1 / np.maximum(lengths, 1), lengths).astype(np.float32)
    return csr_matrix((values, flat, starts), shape=(len(token_ids), rows))


def unit(vectors):
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, 1e-9), np.maximum(lengths, 1e-9)


def starting_rows(pieces, earlier, texts, teacher, random):
    """
    A piece of the earlier edition keeps its vector. One that the teacher knows gets the teacher's, mapped by ridge
    regression over the pieces that both know; any other one the mean of its parts. Without a teacher, one that has
    no parts, of a script that was not known, gets a random direction. Median length 1.
    """
    rows = np.zeros((len(pieces) + 2, DIMENSIONS), np.float32)
    old = {text: row for (text, _), row in earlier}
    scale = np.median(np.linalg.norm(np.stack(list(old.values())), axis=1))
    known = {text: at for at, text in enumerate(texts)}
    index_of = lambda text: known.get(text.replace("▁", ""))
    from_teacher = taught_rows(texts, teacher, earlier, index_of, scale) if texts else lambda at, score: None
    missing = []
    for at, (text, score) in enumerate(pieces, 2):
        if text in old: rows[at] = old[text] / scale
        elif index_of(text) is not None: rows[at] = from_teacher(index_of(text), score)
        else: missing.append((at, text))
    ids = {text: at for at, (text, _) in enumerate(pieces, 2)}
    for at, text in missing:
        parts = greedy_parts(text, ids, at, rows)
        if parts: rows[at] = rows[parts].mean(0)
        elif not texts: rows[at] = random.normal(0, DIMENSIONS**-0.5, DIMENSIONS)
    return rows


def taught_rows(texts, teacher, earlier, index_of, scale):
    """What a token of the teacher's becomes: its vector in the earlier edition's space, its length by its log probability."""
    old = {text: row for (text, _), row in earlier}
    seen, _ = unit(less_script(teacher, texts))
    shared = [(index_of(text), row) for text, row in old.items() if index_of(text) is not None and len(text) > 2]
    x, y = seen[[at for at, _ in shared]], unit(np.stack([row for _, row in shared]))[0]
    mapped, _ = unit(seen @ np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y))
    scores = np.array([score for (_, score), row in earlier if row.any()])
    lengths = np.array([np.linalg.norm(row) for _, row in earlier if row.any()]) / scale
    slope, offset = np.polyfit(scores, np.log(lengths), 1)
    print(f"{len(shared)} pieces map the teacher, length = exp({offset:.2f} {slope:+.3f} score)", flush=True)
    return lambda at, score: mapped[at] * np.exp(offset + slope * score)


def less_script(vectors, texts):
    """Less the mean of their script, which would otherwise say more of a token than its meaning."""
    script = np.array([script_of(text) for text in texts])
    vectors = vectors - vectors.mean(0)
    for one in set(script):
        vectors[script == one] -= vectors[script == one].mean(0)
    return vectors


def greedy_parts(text, ids, own, rows):
    """The longest pieces with a vector that spell the text, from its start."""
    parts, start = [], 0
    while start < len(text):
        for end in range(len(text), start, -1):
            at = ids.get(text[start:end])
            if at is not None and at != own and rows[at].any():
                parts.append(at); start = end; break
        else: start += 1
    return parts


def train(rows, left, right, groups, steps, batch, rate, pull, random):
    """Symmetric InfoNCE over a batch (van den Oord et al. 2018), row-wise Adagrad, drawn back to where a row started."""
    start, state = rows.copy(), np.full(len(rows), 1e-3, np.float32)
    names = sorted(set(groups))
    members = {g: np.flatnonzero(groups == g) for g in names}
    share = np.array([len(members[g]) ** 0.5 for g in names]); share /= share.sum()
    began, loss_sum = time.process_time(), 0.0
    for step in range(steps):
        # One language, or two, a batch: the negatives are then as hard as they are in a search.
        picked = random.choice(len(names), 4, p=share)
        chosen = np.concatenate([random.choice(members[names[g]], batch // 4) for g in picked])
        both = vstack([left[chosen], right[chosen]], format="csr")
        # The rows that the batch uses alone: products with the whole table would be most of the work.
        touched, place = np.unique(both.indices, return_inverse=True)
        small = csr_matrix((both.data, place, both.indptr), shape=(both.shape[0], len(touched)))
        vectors, lengths = unit(small @ rows[touched])
        half = len(vectors) // 2
        a, b, a_len, b_len = vectors[:half], vectors[half:], lengths[:half], lengths[half:]
        logits = a @ b.T / TEMPERATURE
        logits -= logits.max()
        e = np.exp(logits)
        p_row, p_col = e / e.sum(1, keepdims=True), e / e.sum(0, keepdims=True)
        loss_sum += -np.log(np.maximum(np.diag(p_row), 1e-12)).mean()
        grad = (p_row + p_col) / 2; grad[np.arange(len(grad)), np.arange(len(grad))] -= 1
        grad /= TEMPERATURE * len(grad)
        da, db = grad @ b, grad.T @ a
        da = (da - a * (da * a).sum(1, keepdims=True)) / a_len
        db = (db - b * (db * b).sum(1, keepdims=True)) / b_len
        g = small.T @ np.concatenate([da, db]) + pull * (rows[touched] - start[touched])
        state[touched] += (g * g).sum(1)
        rows[touched] -= rate * (1 - step / steps) * g / np.sqrt(state[touched])[:, None]
        if (step + 1) % 100 == 0:
            print(f"step {step + 1}: loss {loss_sum / 100:.3f}, {time.process_time() - began:.0f} CPU-s", flush=True)
            loss_sum = 0.0
    return rows


def product_quantise(rows, width, random, rounds=12, sample=12000):
    """Each `width` numbers of a row become one of 256 (Jégou et al. 2011): codes and centres."""
    codes, centres = [], []
    for d in range(0, rows.shape[1], width):
        part = rows[:, d:d + width]
        some = part[random.choice(len(part), min(sample, len(part)), replace=False)]
        centre = some[random.choice(len(some), 256, replace=False)].copy()
        for _ in range(rounds):
            near = nearest(some, centre)
            sums = np.stack([np.bincount(near, some[:, c], 256) for c in range(width)], 1)
            counts = np.bincount(near, minlength=256)
            centre[counts > 0] = (sums[counts > 0] / counts[counts > 0, None])
        codes.append(np.concatenate([nearest(part[i:i + 8192], centre) for i in range(0, len(part), 8192)]).astype(np.uint8))
        centres.append(centre)
    return np.stack(codes, 1), np.stack(centres).astype(np.float32)


def nearest(points, centre):
    return ((centre ** 2).sum(1) - 2 * points @ centre.T).argmin(1)


WORDS = ":words"  # at the end of the name of a group of pairs of words


def chosen_lines(parallel, words, most, seed, languages):
    """Some of the pairs of each language, and all pairs of words, which are groups of their own."""
    by_language = collections.defaultdict(list)
    for line in open(parallel, encoding="utf8"):
        one = line.rstrip("\n").split("\t")
        if "all" in languages or one[0] in languages: by_language[one[0]].append(one)
    draw, lines = random_module.Random(seed), []
    for _, some in sorted(by_language.items()):
        draw.shuffle(some)
        lines += some[:most]
    if words:
        pairs = (line.rstrip("\n").split("\t") for line in open(words, encoding="utf8"))
        lines += [[language + WORDS, text, english] for language, text, english in pairs]
    return lines


def read_teacher(texts_file, rows_file):
    """The tokens that the teacher was asked about, and its vectors of them."""
    texts = json.load(open(texts_file, encoding="utf8"))
    vectors = np.fromfile(rows_file, np.float16).reshape(len(texts), -1).astype(np.float32)
    asked = np.abs(vectors).sum(1) > 0
    return [t for t, ok in zip(texts, asked) if ok], vectors[asked]


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--start", type=Path, default=SHIPPED, help="the earlier edition; the shipped one where absent")
    args.add_argument("--pieces", help="pieces that may be added; found in the text where absent")
    args.add_argument("--teacher", nargs=2, metavar=("TEXTS", "ROWS"), help="vectors of tokens; without, new pieces start from their parts")
    args.add_argument("--parallel", required=True, type=Path, help="lines of language, text, English, separated by tabs")
    args.add_argument("--languages", nargs="*", default=sorted(LANGUAGES), help="of the text; all: whatever is in it")
    args.add_argument("--licence", default="that of the text it was trained on", help="shown by `contrafact models list`")
    args.add_argument("--words", help="pairs of words, from the second round on")
    args.add_argument("--most", type=int, default=28_000, help="pairs of a language")
    args.add_argument("--out", required=True, type=Path)
    args.add_argument("--more-pieces", type=int, default=14_000)
    args.add_argument("--rounds", nargs="+", default=["2500:0.3", "1900:0.2", "1900:0.25"], help="steps:rate; the rate falls to 0 in each")
    args.add_argument("--batch", type=int, default=512)
    args.add_argument("--pull", type=float, default=0.0)
    args.add_argument("--width", type=int, default=2)
    args.add_argument("--seed", type=int, default=7)
    o = args.parse_args()
    random = np.random.default_rng(o.seed)
    texts, teacher = read_teacher(*o.teacher) if o.teacher else ([], None)
    lines = chosen_lines(o.parallel, o.words, o.most, o.seed, o.languages)
    if not lines: args.error(f"{o.parallel} holds no pairs in the languages {' '.join(o.languages)}; --languages all takes any")
    groups = np.array([line[0] for line in lines])
    sides = [[line[1] for line in lines], [line[2] for line in lines]]

    vocabulary = json.loads((o.start / "tokenizer.json").read_text(encoding="utf8"))["model"]["vocab"]
    earlier = list(zip([(t, score) for t, score in vocabulary], table_of(o.start)))[2:]
    old, known = {t for (t, _), _ in earlier}, set(texts)
    if o.pieces: every = [(t, float(s)) for t, s in (line.rstrip("\n").split("\t") for line in open(o.pieces, encoding="utf8"))]
    else: every = pieces_of_text(sides[0], {c for t in old for c in t}, o.more_pieces)
    new = [(t, score) for t, score in every if t not in old]
    whole = Tokenizer.from_str(json.dumps(tokenizer_of([piece for piece, _ in earlier] + new)))
    counts = collections.Counter(i for side in sides for e in whole.encode_batch_fast(side) for i in e.ids)
    count = lambda at: counts[len(earlier) + 2 + at]
    is_wanted = [t.replace("▁", "") in known and t[-1] > "\u0590" or len(t) == 1 for t, _ in new]
    others = sorted((at for at in range(len(new)) if not is_wanted[at] and count(at) >= 6), key=lambda at: -count(at))
    kept_new = sorted([at for at, ok in enumerate(is_wanted) if ok] + others[:o.more_pieces])
    kept = [piece for piece, _ in earlier] + [new[at] for at in kept_new]
    config = tokenizer_of(kept)
    tokenizer = Tokenizer.from_str(json.dumps(config))
    rows = starting_rows(kept, earlier, texts, teacher, np.random.default_rng(o.seed))
    print(f"{len(earlier)} pieces and {len(kept_new)} new ones, {len(lines)} pairs in {len(set(groups))} languages", flush=True)
    ids = [[e.ids for e in tokenizer.encode_batch_fast(side)] for side in sides]
    usable = np.array([len(a) > 0 and len(b) > 0 for a, b in zip(*ids)])
    left, right = (token_matrix([x for x, ok in zip(side, usable) if ok], len(rows)) for side in ids)
    groups = groups[usable]
    is_text = ~np.char.endswith(groups, WORDS)
    for number, part in enumerate(o.rounds):
        steps, rate = part.split(":")
        some = is_text if number == 0 else np.ones(len(groups), bool)
        rows = train(rows, left[some], right[some], groups[some], int(steps), o.batch, float(rate), o.pull, np.random.default_rng(o.seed))
    rows[:2] = 0
    directions, lengths = unit(rows)
    codes, centres = product_quantise(directions, o.width, random)
    write_edition(
        o.out, codes, centres, np.where(np.arange(len(rows)) < 2, 0, lengths[:, 0]), config,
        licence=o.licence, start=o.start, parallel=o.parallel, seed=o.seed, added=len(kept_new),
        pairs=collections.Counter(group for group in groups if not group.endswith(WORDS)))
    print(f"{o.out}: {sum(f.stat().st_size for f in o.out.rglob('*') if f.is_file()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
