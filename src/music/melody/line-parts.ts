/**
 * A song's line as comparisons read it. An alignment works through at most 3,000 notes of each line, so that its work is bounded: of a longer line, as of
 * a medley of an hour, the part is aligned that shares most with the other line, wherever it lies.
 */
import type { SongNote } from '../song-description.js';
import { type PreparedLine, prepareSequence } from './evidence.js';
import { type LayableLine, layableLine } from './laying/laid-evidence.js';
import { ngramCodes } from './ngram-codes.js';
import { type MelodySequence, partOfSequence, sequenceOf } from './sequence.js';

/** Notes of a line that are aligned: some 25 minutes of a busy tune. */
const alignedNotes = 3000;
/** Of a long line fewer beside a short one, whose key would be lost among many notes: at least this many times its own. */
const timesOther = 4;
const partSizes = [750, 1500, alignedNotes] as const;
type PartSize = (typeof partSizes)[number];

export interface SongLine {
  readonly sequence: MelodySequence;
  /** It alone, where it is not too long; else overlapping by half, so that what one of them cuts lies within another. */
  parts(size: PartSize): readonly LinePart[];
  /** What a search finds it by (ngram-codes.ts). */
  codes(): Uint16Array;
  /** For laying it upon others, or others upon it; null where it is too long, or has no notes. Worked out when first asked for. */
  layable(): LayableLine | null;
}

/** Both worked out when first asked for. */
interface LinePart {
  prepared(): PreparedLine;
  codes(): Uint16Array;
}

/** `notes`: monophonic, sorted by onset. */
export function songLine(notes: readonly SongNote[]): SongLine {
  const sequence = sequenceOf(notes);
  const known = new Map<PartSize, readonly LinePart[]>();
  return {
    sequence,
    parts(size) {
      const parts = known.get(size) ?? cut(sequence, isLong(sequence) ? size : sequence.length);
      known.set(size, parts);
      return parts;
    },
    codes: once(() => codesOf(sequence)),
    layable: once(() => layableLine(notes)),
  };
}

const isLong = ({ length }: MelodySequence): boolean => length > alignedNotes;

/** Two bytes a code: a search keeps those of all its candidates, each of which may be a medley. */
const codesOf = (sequence: MelodySequence): Uint16Array => Uint16Array.from(ngramCodes(sequence));

function cut(whole: MelodySequence, size: number): LinePart[] {
  const { length } = whole;
  const step = size / 2;
  const count = length <= size ? 1 : 1 + Math.ceil((length - size) / step);
  return Array.from({ length: count }, (_, place): LinePart => {
    const from = place * step;
    const own = count === 1 ? whole : partOfSequence(whole, from, Math.min(length, from + size));
    return { prepared: once(() => prepareSequence(own, length)), codes: once(() => codesOf(own)) };
  });
}

function once<Value>(make: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}

/** The parts of two lines that are to be aligned with each other; the same ones whichever line is asked for. */
export function facingParts(a: SongLine, b: SongLine): readonly [PreparedLine, PreparedLine] {
  if (!isLong(a.sequence) && !isLong(b.sequence)) return [whole(a), whole(b)];
  if (!isLooked(a, b)) {
    const [other, own] = facingParts(b, a);
    return [own, other];
  }
  const part = sharingPart(a, b.codes(), sizeBeside(b.sequence));
  const other = isLong(b.sequence) ? sharingPart(b, part.codes(), alignedNotes).prepared() : whole(b);
  return [part.prepared(), other];
}

const sizeBeside = ({ length }: MelodySequence): PartSize =>
  partSizes.find((notes) => notes >= timesOther * length) ?? alignedNotes;

const whole = (line: SongLine): PreparedLine => line.parts(alignedNotes)[0]!.prepared();

/** Whether the first line is looked through before the second one: the longer one, or of equally long ones that of the lesser first other code. */
function isLooked(a: SongLine, b: SongLine): boolean {
  const [own, other] = [a.codes(), b.codes()];
  if (a.sequence.length !== b.sequence.length) return a.sequence.length > b.sequence.length;
  const at = own.findIndex((code, index) => code !== other[index]);
  return at < 0 || other[at] === undefined || own[at]! < other[at]!;
}

/** Of what it has found, a passage loses this share with every further code, as in a search (search/scan.ts). */
const lostACode = 1 / 16;

/**
 * The part of a line that holds the best passage of `shared` codes, each with its rarity in the line as weight; of equal passages the part that shares
 * most.
 */
function sharingPart(line: SongLine, shared: Uint16Array, size: PartSize): LinePart {
  const asked = new Set(shared);
  const times = new Map<number, number>();
  for (const code of line.codes()) times.set(code, (times.get(code) ?? 0) + 1);
  const total = Math.log2(line.codes().length + 1);
  const parts = line.parts(size);
  let best = { part: parts[0]!, passage: 0, all: 0 };
  for (const part of parts) {
    let [passage, most, all] = [0, 0, 0];
    for (const code of part.codes()) {
      const bits = asked.has(code) ? total - Math.log2(times.get(code) ?? 1) : 0;
      passage += bits - passage * lostACode;
      most = Math.max(most, passage);
      all += bits;
    }
    const isMore = most > best.passage + 1e-9 || (most > best.passage - 1e-9 && all > best.all);
    if (isMore) best = { part, passage: most, all };
  }
  return best.part;
}
