/**
 * `npm run bench -- description --fit-vocal-line CLIPS`: fits the numbers by which a sung line is tracked, and writes
 * models/embedded/vocal-line-tracking/. CLIPS holds NAME.wav and NAME.txt, the sung MIDI number every 5 ms, as
 * scripts/vocal-pitch/doubled.py, duets.py, tunes.py and accompanied.py make them of songs and voices that the vocal pitch network does not know, and
 * pianos and instrumental recordings, all of whose steps are NaN. Before that it prints how right the numbers are that were fitted on
 * every second clip, on the others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trackedLine } from '../../src/music/description/vocal-line.js';
import {
  vocalLineRuleOf,
  vocalLineTrackingId,
  vocalLineTrackingShape,
} from '../../src/music/description/vocal-line-rule.js';
import { tuningFrom } from '../../src/music/harmony/tuning.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { hashOfFiles, writeTables } from '../embedded-model.js';
import { hear } from './hear.js';
import { judgeSinging, type SingingScores } from './judge-singing.js';

/**
 * Where the search begins: the numbers of vocal-line-4. The most of the unsung time that may get a note, and of the clips without
 * a voice that may get a line, is what vocal-line-3 gave them on the 94 clips of vocal-line-4.
 */
const start = [0.174, 0.64, 3.69, 0.037, 0.128, 0.456, 0.00761, 0.331, 0.28, 15.5, 0.05, 60, 0.3, 50];
const maxFalseShare = 0.313;
const maxInvented = 8 / 26;
const trials = 45;

type Clip = Parameters<typeof trackedLine>[0] & { readonly tuningCents: number; readonly sung: Float32Array };

/** `version`: of the numbers. `cache`: a folder where what was heard is kept. */
export async function fitVocalLine(
  folder: string,
  version: string,
  cache: string | undefined,
): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.wav'))
    .sort();
  const clips: Clip[] = [];
  for (const name of names) {
    const { listening } = await hear(join(folder, name), 3600, cache);
    const sung = readFileSync(join(folder, name.replace('.wav', '.txt')), 'utf8');
    clips.push({
      activations: listening.activations,
      centre: listening.centre,
      vocalPitch: listening.vocalPitch,
      onsets: listening.onsets,
      tuningCents: Math.round(tuningFrom(listening.centre.tuningHistogram)),
      sung: Float32Array.from(sung.trim().split('\n'), Number),
    });
  }
  const halves = [0, 1].map((half) => clips.filter((_, place) => place % 2 === half));
  for (const [half, others] of [
    [halves[0]!, halves[1]!],
    [halves[1]!, halves[0]!],
  ] as const)
    console.log(`fitted on ${half.length}, of the other ${others.length}`, judged(others, fitted(half)));
  const numbers = fitted(clips);
  const scores = judged(clips, numbers);
  console.log('fitted on all, of the same', numbers, scores);
  const path = writeTables(
    vocalLineTrackingId,
    vocalLineTrackingShape,
    {
      tracking: {
        unit: 'costs: frames of 23 ms in which the line is surely right; reach: semitones; sureness: nats; levels, shares and pull: 0 to 1',
        rows: numbers.map((value) => [Number(value.toPrecision(3))]),
      },
    },
    {
      version,
      seed: 1,
      data: [
        {
          group: 'clips that the vocal pitch network does not know',
          cases: clips.length,
          sha256: hashOfFiles(names.map((name) => join(folder, name))),
        },
      ],
      metrics: { rawPitch: rounded(scores.pitch), falseShare: rounded(scores.falseShare) },
      trainingCommand: 'npm run bench -- description --fit-vocal-line CLIPS (scripts/vocal-pitch/README.md)',
    },
  );
  console.log(`wrote ${path}`);
}

const rounded = (value: number): number => Number(value.toFixed(3));

function judged(clips: readonly Clip[], numbers: readonly number[]): SingingScores {
  const rule = vocalLineRuleOf(numbers);
  return judgeSinging(
    clips.map((clip) => ({
      sung: clip.sung,
      tuningCents: clip.tuningCents,
      framesPerSecond: clip.activations.framesPerSecond,
      notes: trackedLine(clip, clip.tuningCents, rule).notes,
    })),
  );
}

/** A search by chance around the best so far, in ever smaller steps. */
function fitted(clips: readonly Clip[]): number[] {
  const random = seededRandom(1);
  const gain = ({ pitch, falseShare, invented, unsung }: SingingScores): number =>
    pitch -
    5 * Math.max(0, falseShare - maxFalseShare) -
    Math.max(0, invented / Math.max(1, unsung) - maxInvented);
  let best = start;
  let highest = gain(judged(clips, start));
  for (let trial = 0; trial < trials; trial++) {
    const step = 1 - (0.8 * trial) / trials;
    const next = best.map((value) => value * Math.exp(step * (random() + random() - 1)));
    const value = gain(judged(clips, next));
    if (value > highest) [best, highest] = [next, value];
  }
  return best;
}
