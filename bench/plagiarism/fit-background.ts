/** Writes the backgrounds of intervals and chord changes (models/embedded/); run only when they are to change. */
import {
  changeSurpriseSteps,
  chordSurpriseId,
  chordSurpriseShape,
  fitChangeBits,
} from '../../src/music/harmony/chord-surprisal.js';
import { sequenceOf } from '../../src/music/melody/sequence.js';
import {
  fitBits,
  intervalSurpriseId,
  intervalSurpriseShape,
  surpriseSteps,
} from '../../src/music/melody/surprisal.js';
import { hashOfContents, writeTables } from '../embedded-model.js';
import { chordBackground } from './chord-data.js';
import { type BenchSong, isTrainingTune } from './load-song.js';

/** Uses the training half only, so that figures on the other half are of unseen tunes. */
export function fitBackground(songs: readonly BenchSong[], version: string): string {
  const lines = songs
    .filter((song) => isTrainingTune(song))
    .map((song) => sequenceOf(song.description.melody.topline));
  const rows = surpriseSteps(fitBits(lines));
  const contents = lines.map(({ pitch }) => Uint8Array.from(pitch));
  return writeTables(
    intervalSurpriseId,
    intervalSurpriseShape,
    { surprise: { unit: 'sixths of a bit', rows } },
    runOf(version, 'dance tunes, training half (pitches)', contents),
  );
}

/** `data`: the symbolic development data. */
export function fitChordBackground(data: string, version: string): string {
  const songs = chordBackground(data);
  const rows = changeSurpriseSteps(fitChangeBits(songs));
  const contents = songs.map(({ chord }) => Uint8Array.from(chord));
  return writeTables(
    chordSurpriseId,
    chordSurpriseShape,
    { surprise: { unit: 'sixths of a bit', rows } },
    runOf(version, 'CASD and POP909, training half (chords)', contents),
  );
}

function runOf(version: string, group: string, contents: readonly Uint8Array[]) {
  if (contents.length === 0) throw new Error(`No songs to count: ${group}.`);
  const data = [{ group, cases: contents.length, sha256: hashOfContents(contents) }];
  return { version, seed: null, data, metrics: {} };
}
