/** What the simplest reasonable method makes of the same measurements. */
import type { Listening } from '../../src/music/description/listening.js';
import { noteEvents } from '../../src/music/description/note-events.js';
import { chromaBetween } from '../../src/music/harmony/chroma.js';
import { autocorrelation } from '../../src/music/rhythm/autocorrelation.js';
import { chordName } from '../../src/music/song-description.js';
import type { Labelled, TimedNote } from './scores.js';

/** A steady grid at the strongest autocorrelation of the spectral flux between 60 and 180 BPM, at its best phase. */
export function steadyGrid({ onsets, durationSeconds }: Listening): number[] {
  const { fluxAll: full, framesPerSecond } = onsets;
  const mean = full.reduce((sum, value) => sum + value, 0) / Math.max(1, full.length);
  const centred = full.map((value) => value - mean);
  const shortest = Math.round(framesPerSecond / 3);
  const longest = Math.round(framesPerSecond);
  const correlation = autocorrelation(centred, longest);
  let period = shortest;
  for (let lag = shortest; lag <= longest; lag++) if (correlation[lag]! > correlation[period]!) period = lag;
  let best = { phase: 0, sum: Number.NEGATIVE_INFINITY };
  for (let phase = 0; phase < period; phase++) {
    let sum = 0;
    for (let frame = phase; frame < full.length; frame += period) sum += centred[frame]!;
    if (sum > best.sum) best = { phase, sum };
  }
  const beats: number[] = [];
  for (let time = best.phase / framesPerSecond; time < durationSeconds; time += period / framesPerSecond)
    beats.push(time);
  return beats;
}

/** The triad nearest to each second of chroma, without any memory. */
export function nearestTriads({ activations, durationSeconds }: Listening): Labelled[] {
  const seconds = Array.from({ length: Math.floor(durationSeconds) + 1 }, (_, i) => i);
  const chroma = chromaBetween(
    activations,
    seconds.map((time) => time * activations.framesPerSecond),
  );
  return Array.from({ length: chroma.count }, (_, second) => {
    let best = { label: 'N', sum: 0.05 };
    for (let root = 0; root < 12; root++) {
      for (const quality of ['maj', 'min'] as const) {
        const third = quality === 'maj' ? 4 : 3;
        const sum = [0, third, 7].reduce(
          (all, interval) => all + chroma.treble[second * 12 + ((root + interval) % 12)]!,
          0,
        );
        if (sum > best.sum) best = { label: chordName(root, quality), sum };
      }
    }
    return { start: second, end: second + 1, label: best.label };
  });
}

/** The pitch class that sounds longest is the tonic, the longer one of its thirds the mode. */
export function loudestTonic({ activations }: Listening): string {
  const { treble } = chromaBetween(activations, [0, activations.frames]);
  const tonic = treble.indexOf(Math.max(...treble));
  return chordName(tonic, treble[(tonic + 4) % 12]! >= treble[(tonic + 3) % 12]! ? 'maj' : 'min');
}

/** The highest note that sounds ("skyline"; Uitdenbogerd & Zobel 1999). Sorted so that higher notes are painted last. */
export function skyline({ activations }: Listening): TimedNote[] {
  return noteEvents(activations)
    .sort((a, b) => a.midi - b.midi)
    .map(({ startFrame, endFrame, midi }) => ({
      start: startFrame / activations.framesPerSecond,
      end: endFrame / activations.framesPerSecond,
      pitch: midi,
    }));
}
