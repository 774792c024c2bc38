/** Where the evidence lies in the analysed song, and in the other one, as a picture without a script. */
import type { CaseFile } from './case-file.js';
import type { Passage, Span } from './passages.js';

const width = 900;
const laneHeight = 22;
const gap = 18;

/** Nothing where the evidence has no places in time. */
export function timeline({ songs, passages, operation }: CaseFile): string {
  const shown = passages.filter(
    ({ here, what }) => here !== null && !(operation === 'ai-detection' && what.startsWith('no ')),
  );
  const duration = songs[0]?.durationSeconds ?? 0;
  if (shown.length === 0 || duration <= 0) return '';
  const others = shown.filter(({ there }) => there !== null);
  const otherSong = songs.length === 2 ? songs[1] : undefined;
  const otherDuration =
    otherSong?.durationSeconds ?? Math.max(0, ...others.map(({ there }) => there?.endSeconds ?? 0));
  const isPair =
    others.length > 0 && new Set(others.map(({ title }) => title)).size === 1 && otherDuration > 0;
  const height = gap + laneHeight + (isPair ? gap + laneHeight + 40 : 0) + 6;
  const lower = gap + laneHeight + 40 + gap;
  const bars = shown.map(({ here }) => bar(here, duration, gap)).join('');
  const below = isPair
    ? `${label('The other song', lower - 6)}${lane(lower)}${others.map(({ there }) => bar(there, otherDuration, lower)).join('')}
${others.map((passage) => tie(passage, duration, otherDuration, lower)).join('')}`
    : '';
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Where the evidence lies in time">
${label('The analysed song', gap - 6)}${lane(gap)}${bars}${below}</svg>`;
}

const lane = (y: number): string =>
  `<rect class="lane" x="0" y="${y}" width="${width}" height="${laneHeight}"/>`;
const label = (words: string, y: number): string => `<text x="0" y="${y}">${words}</text>`;
const at = (seconds: number, duration: number): number =>
  Math.max(0, Math.min(width, (seconds / duration) * width));

function bar(span: Span | null, duration: number, y: number): string {
  if (span === null) return '';
  const x = at(span.startSeconds, duration);
  const long = Math.max(2, at(span.endSeconds, duration) - x);
  return `<rect class="bar" x="${x.toFixed(1)}" y="${y}" width="${long.toFixed(1)}" height="${laneHeight}"/>`;
}

function tie({ here, there }: Passage, duration: number, otherDuration: number, lower: number): string {
  if (here === null || there === null) return '';
  const from = at((here.startSeconds + here.endSeconds) / 2, duration);
  const to = at((there.startSeconds + there.endSeconds) / 2, otherDuration);
  return `<line class="tie" x1="${from.toFixed(1)}" y1="${gap + laneHeight}" x2="${to.toFixed(1)}" y2="${lower}"/>`;
}
