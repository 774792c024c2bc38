/** A case file draws the strongest passages of what was found, and no more than anybody compares. */
import { expect, it } from 'vitest';
import type { JsonObject, Task } from '../domain/task.js';
import { caseDrawings } from './case-drawings.js';

const side = (start: number): JsonObject => ({ time_start: start, time_end: start + 8, beats: 16 });
const song = (title: string, reported: boolean, passages: number): JsonObject => ({
  title,
  reported,
  runs: [
    {
      segments: Array.from({ length: passages }, (_, place) => ({
        original: side(10 * place),
        comparison: side(100 + 10 * place),
      })),
    },
  ],
});
const titles = (songs: JsonObject[], operation: Task['operation'] = 'plagiarism'): string[] =>
  caseDrawings({ operation, detail: { songs } } as unknown as Task, 'Mine').map(({ title }) => title);

it('shows six passages of reported songs, song by song, each under both titles', () => {
  const drawn = titles([song('First', true, 4), song('Doubtful', false, 1), song('Second', true, 5)]);
  expect(drawn.map((title) => /Below: (\w+)/.exec(title)?.[1])).toEqual([
    ...Array(4).fill('First'),
    ...Array(2).fill('Second'),
  ]);
  expect(drawn.every((title) => title.startsWith('Above: Mine, '))).toBe(true);
});

it('shows songs that match possibly where none is reported, whatever stands before them', () => {
  const possible = { ...song('Doubtful', false, 2), finding: 'possible' };
  const drawn = titles([song('Nearest', false, 2), possible, song('Other', false, 1)]);
  expect(drawn.map((title) => /Below: (\w+)/.exec(title)?.[1])).toEqual(['Doubtful', 'Doubtful']);
});

it('says of two songs with one title which of them lies higher', () => {
  const higher = (title: string): string => {
    const segments = [{ original: side(0), comparison: side(100), transposition: 3 }];
    return titles([{ title, reported: true, runs: [{ transposition: 3, segments }] }])[0]!;
  };
  expect(higher('Mine')).toContain('Mine (below) is 3 semitones higher.');
  expect(higher('Theirs')).toContain('Theirs is 3 semitones higher.');
});

it('shows the first song where none matches, and nothing of other analyses', () => {
  expect(titles([song('Best', false, 2), song('Next', false, 2)])).toHaveLength(2);
  expect(titles([song('Best', true, 2)], 'lyric-plagiarism')).toEqual([]);
});

const odds = {
  log_odds: 5.2,
  threshold: 3.1,
  negative_deciles: [-9, -8, -7, -6, -5, -4, -3, -2, -1, 0],
  negative_tail_decay: 0.8,
  negative_cases: 646,
};
const part = (start: number, log_odds: number): JsonObject => ({
  start_seconds: start,
  end_seconds: start + 30,
  log_odds,
  found: log_odds > 3.1,
});
const ofDetection = (evidence: JsonObject) =>
  caseDrawings({ operation: 'ai-detection', detail: { evidence } } as unknown as Task, 'Mine');
const strokes = ({ shapes }: ReturnType<typeof caseDrawings>[number], colour: string) =>
  shapes.flatMap((shape) => (shape.kind === 'line' && shape.stroke === colour ? [shape] : []));
const [green, orange, blue, black] = ['#2b8a3e', '#c2410c', '#0b62c4', '#1b1f24'];

it('draws each segment of an AI detection as high as its odds, above or below the threshold line', () => {
  const [bars] = ofDetection({ odds, timeline: [part(0, 5.2), part(30, -2), part(60, 4)] });
  const boxes = bars!.shapes.flatMap((shape) => (shape.kind === 'box' && shape.y < 60 ? [shape] : []));
  const segments = boxes.filter(({ height }) => height !== 10);
  expect(segments.map(({ fill }) => fill)).toEqual([orange, green, orange]);
  const threshold = strokes(bars!, black!);
  // Not of a bar's colour, and dashed: strokes of one height, none of them as wide as the picture.
  expect(new Set(threshold.map(({ y1, y2 }) => `${y1} ${y2}`)).size).toBe(1);
  expect(threshold.length).toBeGreaterThan(10);
  const [first, second, third] = segments.map(({ y }) => y);
  expect(first! < third! && third! < threshold[0]!.y1 && threshold[0]!.y1 < second!).toBe(true);
  const words = bars!.shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(words).toEqual(expect.arrayContaining(['0:00', '1:30', 'traces found', 'no traces found']));
  expect(bars!.title).toContain('threshold of the track, 3.1');
});

it('has the time axis of the recording, also where the last segment ends before it', () => {
  const widths = [60, 120].map((duration_seconds) => {
    const [bars] = ofDetection({ odds, duration_seconds, timeline: [part(0, 5.2), part(30, 5.2)] });
    return bars!.shapes.flatMap((shape) =>
      shape.kind === 'box' && shape.height !== 10 ? [Math.round(shape.width + 1)] : [],
    );
  });
  expect(widths).toEqual([
    [360, 360],
    [180, 180],
  ]);
});

it('says why a bar above the line may be green, and one below it orange', () => {
  const caption = (log_odds: number, found: boolean[]): string =>
    ofDetection({
      odds: { ...odds, log_odds },
      timeline: found.map((one, at) => ({ ...part(30 * at, 4), found: one })),
    })[0]!.title;
  expect(caption(5.2, [true, false])).toMatch(/threshold of the track, 3\.1$/);
  expect(caption(2, [true, false])).toMatch(/A segment alone needs more than the line\.$/);
  expect(caption(2, [true, true])).toMatch(/Decided with the operator’s classifiers/);
  expect(caption(5.2, [false, false])).toMatch(/Decided with the operator’s classifiers/);
});

it('draws how many recordings without a generator reach as much, with the threshold and the recording', () => {
  const [, curve] = ofDetection({ odds, timeline: [part(0, 5.2)] });
  const falling = strokes(curve!, green!);
  expect(falling.length).toBeGreaterThan(40);
  for (const [at, one] of falling.entries()) {
    expect(one.y2).toBeGreaterThanOrEqual(one.y1);
    if (at > 0) expect([one.x1, one.y1]).toEqual([falling[at - 1]!.x2, falling[at - 1]!.y2]);
  }
  const [own] = strokes(curve!, blue!);
  expect(own!.x1).toBeGreaterThan(strokes(curve!, orange!)[0]!.x1);
  expect(curve!.title).toContain('646');
  for (const shape of curve!.shapes) {
    if (shape.kind === 'text') expect(shape.x + 6 * shape.text.length).toBeLessThan(curve!.width + 6);
  }
});

it('draws nothing of an AI detection without odds, and no bars without segments', () => {
  expect(ofDetection({})).toEqual([]);
  expect(ofDetection({ odds: { ...odds, negative_deciles: [1, 2] } })).toEqual([]);
  expect(ofDetection({ odds })).toHaveLength(1);
});
