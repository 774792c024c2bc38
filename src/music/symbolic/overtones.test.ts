import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { describeMidi } from './describe-midi.js';
import { withoutOvertones } from './overtones.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const pitches = (notes: readonly SongNote[]): number[] => notes.map((note) => note.midiPitch);
const byOnset = (a: SongNote, b: SongNote): number =>
  a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch;

/** As a transcription writes a voice down: here and there one or two partials, a little early or late. */
function withPartials(tune: readonly SongNote[]): SongNote[] {
  const partials = [[19], [], [12, 28], [], [24], [31, 19]];
  return tune
    .flatMap((note, index) => [
      note,
      ...partials[index % partials.length]!.map((interval, place) => ({
        ...note,
        midiPitch: note.midiPitch + interval,
        onsetBeats: Math.max(0, note.onsetBeats + (place === 0 ? 0.05 : -0.05)),
      })),
    ])
    .sort(byOnset);
}

describe('partials in a transcribed voice', () => {
  const tune = generateMelody(11, 48).map((note) => ({
    ...note,
    onsetBeats: note.onsetBeats * 2,
    durationBeats: note.durationBeats * 2,
  }));

  it('are left out, so that the melody is the voice', () => {
    const heard = withPartials(tune);
    expect(heard.length).toBeGreaterThan(tune.length + 20);
    expect(pitches(describeMidi(writeMidi(heard)).melody.topline)).toEqual(pitches(tune));
  });

  it('are looked for in a file of nothing but one cluster, however many notes that is', () => {
    const cluster = Array.from({ length: 190_000 }, (_, index) => ({
      onsetBeats: index * 5e-7,
      durationBeats: 1e-6,
      midiPitch: index % 128,
      salience: 1,
    }));
    expect(withoutOvertones(cluster)).toBe(cluster);
  });

  it('are not seen in a melody with bass and chords, in octaves, or in a line alone', () => {
    const accompanied = tune
      .flatMap((note) => [note, ...[-12, -8, -5].map((down) => ({ ...note, midiPitch: 60 + down }))])
      .sort(byOnset);
    const octaves = tune.flatMap((note) => [note, { ...note, midiPitch: note.midiPitch + 12 }]).sort(byOnset);
    for (const notes of [accompanied, octaves, tune]) expect(withoutOvertones(notes)).toBe(notes);
  });
});
