/** Where the evidence lies in the analysed song, and in the other one: as shapes, for both HTML and PDF. */
import type { CaseFile } from './case-file.js';
import type { Passage, Span } from './passages.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In units of which the picture is `width` wide; y points down. */
export interface Timeline {
  readonly width: number;
  readonly height: number;
  readonly lanes: ReadonlyArray<Box & { readonly label: string }>;
  readonly bars: readonly Box[];
  readonly ties: ReadonlyArray<{
    readonly x1: number;
    readonly y1: number;
    readonly x2: number;
    readonly y2: number;
  }>;
}

const width = 900;
const laneHeight = 22;
const gap = 18;

/** Null where the evidence has no places in time. */
export function timeline({ songs, passages, operation }: CaseFile): Timeline | null {
  const shown = passages.filter(
    ({ here, what }) => here !== null && !(operation === 'ai-detection' && what.startsWith('no ')),
  );
  const duration = songs[0]?.durationSeconds ?? 0;
  if (shown.length === 0 || duration <= 0) return null;
  const others = shown.filter(({ there }) => there !== null);
  const otherSong = songs.length === 2 ? songs[1] : undefined;
  const otherDuration =
    otherSong?.durationSeconds ?? Math.max(0, ...others.map(({ there }) => there?.endSeconds ?? 0));
  const isPair =
    others.length > 0 && new Set(others.map(({ title }) => title)).size === 1 && otherDuration > 0;
  const lower = gap + laneHeight + 40 + gap;
  const lane = (y: number, label: string): Timeline['lanes'][number] => ({
    x: 0,
    y,
    width,
    height: laneHeight,
    label,
  });
  return {
    width,
    height: gap + laneHeight + (isPair ? gap + laneHeight + 40 : 0) + 6,
    lanes: [lane(gap, 'The analysed song'), ...(isPair ? [lane(lower, 'The other song')] : [])],
    bars: [
      ...shown.flatMap(({ here }) => bar(here, duration, gap)),
      ...(isPair ? others.flatMap(({ there }) => bar(there, otherDuration, lower)) : []),
    ],
    ties: isPair ? others.flatMap((passage) => tie(passage, duration, otherDuration, lower)) : [],
  };
}

const at = (seconds: number, duration: number): number =>
  Math.max(0, Math.min(width, (seconds / duration) * width));

function bar(span: Span | null, duration: number, y: number): Box[] {
  if (span === null) return [];
  const x = at(span.startSeconds, duration);
  return [{ x, y, width: Math.max(2, at(span.endSeconds, duration) - x), height: laneHeight }];
}

function tie(
  { here, there }: Passage,
  duration: number,
  otherDuration: number,
  y2: number,
): Timeline['ties'] {
  if (here === null || there === null) return [];
  const x1 = at((here.startSeconds + here.endSeconds) / 2, duration);
  const x2 = at((there.startSeconds + there.endSeconds) / 2, otherDuration);
  return [{ x1, y1: gap + laneHeight, x2, y2 }];
}
