/**
 * `tsx bench/description/bars/count-rows.ts SONGS ANSWERS OUT`: the counts of each song by what a network answered that has not learnt from it
 * (scripts/bars/answer.py), each with the summary of its beats, what is heard at first beats less third ones, and how right it is, and summaries of the song's own beats and of wrong ones made
 * from them, as scripts/bars/choice.py reads them.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barEvidence, type HeardBars } from '../../../src/music/rhythm/bar-activations.js';
import { barFeatureCount } from '../../../src/music/rhythm/bar-features.js';
import { differenceOfHalves, thirdBeats } from '../../../src/music/rhythm/bar-halves.js';
import { barModel } from '../../../src/music/rhythm/bar-model.js';
import { probabilityOfThree, triedCounts } from '../../../src/music/rhythm/bar-rhythm.js';
import { beatCurves } from '../../../src/music/rhythm/beat-curves.js';
import { metreCounts, placedBeats } from '../../../src/music/rhythm/metre-counts.js';
import { sequenceSummary } from '../../../src/music/rhythm/sequence-summary.js';
import { beatF } from '../scores.js';
import { answersOf } from './answers.js';
import { type BeatKind, beatSequences, kindOf } from './beat-sequences.js';
import { type BarFigures, barFigures } from './figures.js';
import { type KeptSong, keptSong } from './kept-song.js';

interface Row {
  readonly kind: BeatKind;
  readonly summary: readonly number[] | null;
}

const [songs, answers, out] = process.argv.slice(2) as [string, string, string];
mkdirSync(out, { recursive: true });
const model = barModel();
for (const file of readdirSync(answers).filter((name) => name.endsWith('.places'))) {
  const name = file.slice(0, -'.places'.length);
  writeFileSync(join(out, `${name}.json`), JSON.stringify(rowsOf(keptSong(songs, name), heardBars(name))));
}

function heardBars(name: string): HeardBars {
  const whole = new Int16Array(new Uint8Array(readFileSync(join(songs, `${name}.feat`))).buffer);
  // As kept-song.ts keeps them.
  const features = Float32Array.from(whole, (value) => value / 256);
  return { ...answersOf(answers, name), frames: features.length / barFeatureCount, features };
}

function rowsOf(song: KeptSong, bars: HeardBars): unknown {
  const { beats, extent } = song;
  const from = Math.max(0, extent[0] - model.leadFrames);
  const evidence = barEvidence(bars, from, extent[1] + model.leadFrames, model);
  const perSecond = evidence.framesPerSecond;
  const counts = metreCounts(evidence, model.costs)!;
  const last = Math.min(beats.at(-1) ?? 0, extent[1] / perSecond);
  const curves = beatCurves(bars);
  const tried = triedCounts(counts, evidence, { from, costs: model.costs, curves });
  return {
    name: song.name,
    collection: song.collection,
    family: song.family,
    signature: song.signature,
    meter: song.meter,
    three: probabilityOfThree(counts, model),
    counts: tried.map(({ count, ratio, summary }) => {
      const placed = placedBeats(count, evidence, from);
      const times = placed.beatFrames.map((frame) => frame / perSecond);
      const figuresOf = (downbeats: readonly number[]): BarFigures =>
        barFigures(song, { beats: times, downbeats }, beats[0] ?? 0, last);
      const { beat, paired } = figuresOf(placed.downbeats);
      const kind = kindOf(times, beats, beat, beatF);
      const difference = differenceOfHalves(placed, curves);
      const halves = difference && {
        difference: [...difference],
        paired: figuresOf(thirdBeats(placed)).paired,
      };
      return {
        meter: count.meter,
        ratio,
        beat,
        paired,
        kind,
        summary: summary && [...summary],
        halves,
      };
    }),
    sequences: beatSequences(beats.filter((time) => time <= last + 0.1)).map(
      ({ kind, times }): Row => ({
        kind,
        summary: [
          ...sequenceSummary(
            times.map((time) => time * bars.framesPerSecond),
            curves,
          ),
        ],
      }),
    ),
  };
}
