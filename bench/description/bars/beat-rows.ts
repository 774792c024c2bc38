/**
 * `tsx bench/description/bars/beat-rows.ts SONGS ANSWERS OUT`: what is heard at every beat of each of a song's counts, by what a network answered that has not
 * learnt from it (scripts/bars/answer.py), and of the song's own beats and wrong ones made from them, as scripts/bars/beat_rows.py reads them. OUT/NAME.rows has
 * a row a beat of 16-bit integers, 256 to one, in the order of `measurementNames`; OUT/NAME.json says which beats they are and how right.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barEvidence, type HeardBars } from '../../../src/music/rhythm/bar-activations.js';
import { barFeatureCount } from '../../../src/music/rhythm/bar-features.js';
import { barModel } from '../../../src/music/rhythm/bar-model.js';
import { probabilityOfThree, triedCounts } from '../../../src/music/rhythm/bar-rhythm.js';
import { beatCurves } from '../../../src/music/rhythm/beat-curves.js';
import { beatMeasurements } from '../../../src/music/rhythm/beat-measurements.js';
import { metreCounts, placedBeats } from '../../../src/music/rhythm/metre-counts.js';
import { beatF } from '../scores.js';
import { answersOf } from './answers.js';
import { type BeatKind, beatSequences, kindOf } from './beat-sequences.js';
import { type BarFigures, barFigures, type KnownBars } from './figures.js';
import { type KeptSong, keptFeatures, keptSong } from './kept-song.js';

interface WrittenCount {
  readonly meter: 3 | 4;
  readonly ratio: number;
  readonly downbeats: readonly number[];
  readonly beat: number;
  /** F of first beats where bars begin as they are counted, a beat later, and so on; bars of two in pairs. */
  readonly shifted: readonly number[];
}

interface WrittenBeats {
  readonly kind: BeatKind;
  readonly beats: number;
  /** Of each beat: 1 where the song's bar begins, 0 at its other beats, -1 where it has none. */
  readonly firsts: readonly number[];
  readonly count: WrittenCount | null;
}

const stepsInOne = 256;
const furthest = 32_767;
const fewestBeats = 4;
const nearSeconds = 0.1;
const model = barModel();

const [songs, answers, out] = process.argv.slice(2) as [string, string, string];
mkdirSync(out, { recursive: true });
for (const file of readdirSync(answers).filter((each) => each.endsWith('.places'))) {
  const name = file.slice(0, -'.places'.length);
  if (!existsSync(join(out, `${name}.json`))) write(keptSong(songs, name), heardBars(name));
}

function heardBars(name: string): HeardBars {
  const features = keptFeatures(songs, name);
  return { ...answersOf(answers, name), frames: features.length / barFeatureCount, features };
}

function write(song: KeptSong, bars: HeardBars): void {
  const { name, beats, extent, collection, family, signature, meter } = song;
  const from = Math.max(0, extent[0] - model.leadFrames);
  const evidence = barEvidence(bars, from, extent[1] + model.leadFrames, model);
  const perSecond = evidence.framesPerSecond;
  const counts = metreCounts(evidence, model.costs);
  if (counts === null) return;
  const last = Math.min(beats.at(-1) ?? 0, extent[1] / perSecond);
  const curves = beatCurves(bars);
  const rows: Int16Array[] = [];
  const written: WrittenBeats[] = [];
  const add = (kind: BeatKind, times: readonly number[], count: WrittenCount | null): void => {
    const isEnough = times.length >= fewestBeats;
    const { values } = isEnough
      ? beatMeasurements(
          times.map((time) => time * bars.framesPerSecond),
          curves,
        )
      : { values: [] };
    rows.push(
      Int16Array.from(values, (value) =>
        Math.max(-furthest, Math.min(furthest, Math.round(value * stepsInOne))),
      ),
    );
    written.push({
      kind,
      beats: isEnough ? times.length : 0,
      firsts: isEnough ? firstsOf(times, song) : [],
      count,
    });
  };
  for (const { count, ratio } of triedCounts(counts, evidence, model.costs)) {
    const { beatFrames, downbeats } = placedBeats(count, evidence, from);
    const times = beatFrames.map((frame) => frame / perSecond);
    const figuresOf = (shift: number): BarFigures => {
      const firsts = downbeats.map((first) => first + shift).filter((beat) => beat < times.length);
      return barFigures(song, { beats: times, downbeats: firsts }, beats[0] ?? 0, last);
    };
    const shifted = Array.from({ length: count.meter }, (_, shift) => figuresOf(shift).paired);
    const { beat } = figuresOf(0);
    add(kindOf(times, beats, beat, beatF), times, { meter: count.meter, ratio, downbeats, beat, shifted });
  }
  for (const { kind, times } of beatSequences(beats.filter((time) => time <= last + nearSeconds)))
    add(kind, times, null);
  const bytes = Buffer.concat(rows.map(({ buffer }) => new Uint8Array(buffer)));
  writeFileSync(join(out, `${name}.rows`), bytes);
  const about = {
    name,
    collection,
    family,
    signature,
    meter,
    three: probabilityOfThree(counts, model),
    written,
  };
  writeFileSync(join(out, `${name}.json`), JSON.stringify(about));
}

/** As WrittenBeats.firsts. */
function firstsOf(times: readonly number[], { beats, downbeats }: KnownBars): number[] {
  const firsts = new Set(downbeats);
  let near = 0;
  return times.map((time) => {
    while (near + 1 < beats.length && Math.abs(beats[near + 1]! - time) <= Math.abs(beats[near]! - time))
      near++;
    if (beats.length === 0 || Math.abs(beats[near]! - time) > nearSeconds) return -1;
    return Number(firsts.has(near));
  });
}
