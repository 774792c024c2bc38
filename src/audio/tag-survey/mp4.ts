/** The boxes of an MP4 file that hold tags (ISO 14496-12; QuickTime File Format, "Metadata"). */
import type { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';
import type { View } from './view.js';

/** Where tags can lie: in the file, the movie and its tracks. */
const parents = new Set(['moov', 'trak', 'moof', 'traf']);
const tagBoxes = new Set(['udta', 'meta']);
/** Deeper than any program writes. */
const maxDepth = 8;
/** Boxes that are looked at outside of tags. An index with more is refused by the decoder. */
const maxBoxes = 50_000;

interface Box {
  readonly at: number;
  readonly bodyAt: number;
  readonly end: number;
  readonly name: string;
}

/** Counts the fields; the view names the boxes that hold tags "free", which is what readers pass over. */
export function surveyMp4(reader: ByteReader, budget: TagBudget): View {
  const hidden: number[] = [];
  let boxes = 0;
  const walk = (start: number, end: number, depth: number): void => {
    for (let at = start; at + 8 <= end && boxes < maxBoxes; ) {
      const box = boxAt(reader, at, end);
      if (!box) return;
      boxes += 1;
      if (tagBoxes.has(box.name)) {
        hidden.push(box.at + 4);
        countBoxes(reader, box.bodyAt, box.end, 0, budget);
      } else if (parents.has(box.name) && depth < maxDepth) {
        walk(box.bodyAt, box.end, depth + 1);
      }
      at = box.end;
    }
  };
  walk(0, reader.length, 0);
  const view: Array<View[number]> = [];
  let from = 0;
  for (const at of hidden) {
    view.push({ start: from, end: at }, Buffer.from('free'));
    from = at + 4;
  }
  return [...view, { start: from, end: reader.length }];
}

/** Every box counts as a field, whatever it is; pictures' bytes do not count. */
function countBoxes(reader: ByteReader, start: number, end: number, depth: number, budget: TagBudget): void {
  if (depth > maxDepth) {
    budget.exceed();
    return;
  }
  for (let at = start; at + 8 <= end && !budget.isExceeded; ) {
    const box = boxAt(reader, at, end);
    if (!box) return;
    budget.count(1, 0);
    if (box.name !== 'covr') countInside(reader, box, depth, budget);
    at = box.end;
  }
}

function countInside(reader: ByteReader, box: Box, depth: number, budget: TagBudget): void {
  // A "meta" box of ISO files begins with four bytes of version and flags, that of QuickTime does not.
  const skipped = box.name === 'meta' && !isNamed(reader, box.bodyAt) ? 4 : 0;
  const inside = box.bodyAt + skipped;
  if (isNamed(reader, inside)) countBoxes(reader, inside, box.end, depth + 1, budget);
  else budget.count(0, box.end - box.bodyAt);
}

/** Whether a box seems to begin here: a length that is possible and a name of letters. */
function isNamed(reader: ByteReader, at: number): boolean {
  const head = reader.at(at, 8);
  if (head.length < 8) return false;
  const bytes = head.readUInt32BE(0);
  return (
    (bytes === 1 || bytes >= 8) &&
    bytes <= reader.length - at &&
    /^[ -~\xa9]{4}$/.test(head.toString('latin1', 4, 8))
  );
}

function boxAt(reader: ByteReader, at: number, end: number): Box | null {
  const head = reader.at(at, 16);
  if (head.length < 8) return null;
  const name = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  if (short === 0) return { at, bodyAt: at + 8, end, name };
  if (short === 1) {
    if (head.length < 16) return null;
    const bytes = Number(head.readBigUInt64BE(8));
    return bytes >= 16 ? { at, bodyAt: at + 16, end: Math.min(end, at + bytes), name } : null;
  }
  return short >= 8 ? { at, bodyAt: at + 8, end: Math.min(end, at + short), name } : null;
}
