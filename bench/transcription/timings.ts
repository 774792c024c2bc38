/** When someone sings, from UltraStar songs and tables of words. */
export interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Reads `*.song.txt` (UltraStar: `: start length pitch text` in quarter beats) or `*.words.csv` (start,end,…). */
export function readTimings(path: string, text: string): Span[] {
  return path.endsWith('.csv') ? words(text) : notes(text);
}

function words(text: string): Span[] {
  return text
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .filter(([start, end]) => Number.isFinite(start) && Number.isFinite(end))
    .map(([start, end]) => ({ startSeconds: start!, endSeconds: end! }));
}

function notes(text: string): Span[] {
  const tag = (name: string): number =>
    Number((new RegExp(`^#${name}:\\s*([\\d.,-]+)`, 'm').exec(text)?.[1] ?? '0').replace(',', '.'));
  const secondsPerTick = 15 / tag('BPM');
  const gap = tag('GAP') / 1000;
  const spans: Span[] = [];
  for (const line of text.split(/\r?\n/)) {
    const note = /^[:*FRG]\s*(-?\d+)\s+(\d+)/.exec(line);
    if (!note) continue;
    const startSeconds = gap + Number(note[1]) * secondsPerTick;
    spans.push({ startSeconds, endSeconds: startSeconds + Number(note[2]) * secondsPerTick });
  }
  return spans;
}

/** Seconds of [start, end] that lie in any span. Spans must not overlap each other. */
export function overlap(spans: readonly Span[], start: number, end: number): number {
  return spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(end, span.endSeconds) - Math.max(start, span.startSeconds)),
    0,
  );
}
