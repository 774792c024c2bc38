import { describe, expect, it } from 'vitest';
import { isTranscribed, type SongNote, secondsAtBeat } from '../../music/song-description.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { describeMidiBytes } from './midi-file.js';

const roots = [48, 53, 55, 48, 45, 50, 55, 43];
const bars = 32;

const noteAt = (onsetBeats: number, midiPitch: number, durationBeats: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});

/** Four beats to a bar: a bass on the first and third, chords on the second and fourth, a tune in quarters and eighths. */
function accompanied(): SongNote[] {
  return Array.from({ length: bars }, (_, bar) => {
    const root = roots[bar % roots.length]!;
    const note = (beat: number, midiPitch: number, beats: number): SongNote =>
      noteAt(4 * bar + beat, midiPitch, beats);
    const chord = [12, 16, 19];
    return [
      note(0, root - 12, 1.9),
      note(2, root - 5, 1.9),
      ...[1, 3].flatMap((beat) => chord.map((step) => note(beat, root + step, 0.8))),
      ...tuneOf(bar),
    ];
  }).flat();
}

const tuneOf = (bar: number): SongNote[] =>
  [24, 28, 31, 28, 26, 24].map((step, index) =>
    noteAt(4 * bar + [0, 1, 2, 2.5, 3, 3.5][index]!, roots[bar % roots.length]! + step + (bar % 3), 0.45),
  );

/** The same, each time of the score moved to where `placed` says. */
const played = (placed: (beat: number) => number): SongNote[] =>
  accompanied().map((note) => {
    const onsetBeats = placed(note.onsetBeats);
    return { ...note, onsetBeats, durationBeats: placed(note.onsetBeats + note.durationBeats) - onsetBeats };
  });

/** Largest distance, in beats of the score, of a described beat (downbeat) from one that was played. */
function largestError(
  times: readonly number[],
  secondsOf: (beat: number) => number,
  every: number,
  secondsABeat: number,
): number {
  const truth = Array.from({ length: (bars * 4) / every }, (_, index) => secondsOf(index * every));
  const inside = times.filter((time) => time >= truth[0]! - 0.1 && time <= truth.at(-1)! + 0.1);
  const nearest = (time: number): number => Math.min(...truth.map((each) => Math.abs(each - time)));
  expect(Math.abs(inside.length - truth.length)).toBeLessThanOrEqual(2);
  return Math.max(...inside.map(nearest)) / secondsABeat;
}

describe('the beats of a MIDI file', () => {
  it('are the written ones where the notes begin on them', async () => {
    const song = await describeMidiBytes(writeMidi(accompanied(), { bpm: 90 }));
    expect(song.downbeats.slice(0, 3)).toEqual([0, 4, 8]);
    expect(song.beats[6]).toBeCloseTo((6 * 60) / 90, 4);
    expect(song.tempoHypotheses).toEqual([]);
  });

  it('are those of a performance that keeps to the tempo, four tenths of a beat late', async () => {
    const song = await describeMidiBytes(writeMidi(played((beat) => beat + 0.4)));
    const secondsOf = (beat: number): number => (beat + 0.4) / 2;
    expect(largestError(song.beats, secondsOf, 1, 0.5)).toBeLessThan(0.05);
    const firsts = song.downbeats.map((beat) => song.beats[beat]!);
    expect(largestError(firsts, secondsOf, 4, 0.5)).toBeLessThan(0.05);
    expect(song.chords.slice(4, 8)).toEqual(['F:maj', 'F:maj', 'F:maj', 'F:maj']);
  });

  it('are those of a performance at 97 BPM in a file that says 120, unsteady by a hundredth of a second', async () => {
    const unsteady = (beat: number): number => 0.015 * Math.sin(beat * 12.9898);
    const song = await describeMidiBytes(
      writeMidi(played((beat) => ((beat + 0.7) * 120) / 97 + unsteady(beat))),
    );
    expect(song.tempoBpm).toBeGreaterThan(96);
    expect(song.tempoBpm).toBeLessThan(98);
    const secondsOf = (beat: number): number => ((beat + 0.7) * 60) / 97;
    expect(largestError(song.beats, secondsOf, 1, 60 / 97)).toBeLessThan(0.1);
    const firsts = song.downbeats.map((beat) => song.beats[beat]!);
    expect(largestError(firsts, secondsOf, 4, 60 / 97)).toBeLessThan(0.1);
  });

  it('have bars of four where the file has a bar line at every quarter', async () => {
    const song = await describeMidiBytes(writeMidi(accompanied(), { numerator: 1 }));
    expect(song.meter).toBe(4);
    expect(song.downbeats.slice(0, 4)).toEqual([0, 4, 8, 12]);
    expect(song.beats[9]).toBeCloseTo(4.5, 6);
  });

  it('are counted, with the tune that leads, in what someone transcribed: no beats, no names', async () => {
    const drifting = (beat: number): number => 1.237 * beat + 0.4 * Math.sin(beat / 9);
    const song = await describeMidiBytes(writeMidi(played(drifting)));
    expect(isTranscribed(song)).toBe(true);
    expect(Math.abs(Math.log2(song.tempoBpm / (120 / 1.237)))).toBeLessThan(0.1);
    const tune = Array.from({ length: bars }, (_, bar) => tuneOf(bar)).flat();
    const seconds = song.melody.topline.map((note) => ({
      ...note,
      at: secondsAtBeat(song.beats, note.onsetBeats),
    }));
    const found = tune.filter(({ onsetBeats, midiPitch }) =>
      seconds.some(
        (note) => note.midiPitch === midiPitch && Math.abs(note.at - drifting(onsetBeats) / 2) < 0.1,
      ),
    );
    expect(found.length / tune.length).toBeGreaterThan(0.8);
    // What else may lead is kept beside it: at most places little.
    const likely = song.possibleLeads!.filter(({ salience }) => salience > 0.25);
    expect(likely.length).toBeGreaterThan(bars);
    expect(likely.length).toBeLessThan(2 * song.beats.length);
  });

  it('are the written ones of an arrangement in one voice, in which the tune is found', async () => {
    const song = await describeMidiBytes(writeMidi(accompanied(), { bpm: 90 }));
    expect(isTranscribed(song)).toBe(false);
    expect(song.downbeats.slice(0, 3)).toEqual([0, 4, 8]);
    const tune = Array.from({ length: bars }, (_, bar) => tuneOf(bar)).flat();
    const found = tune.filter(({ onsetBeats, midiPitch }) =>
      song.melody.topline.some(
        (note) => note.midiPitch === midiPitch && Math.abs(note.onsetBeats - onsetBeats) < 0.15,
      ),
    );
    expect(found.length / tune.length).toBeGreaterThan(0.8);
  });

  it('leave a tune alone whose notes ring on into the next ones as it is: nothing need be heard', async () => {
    const tune = generateMelody(2, 80);
    const ringing = tune.map((note) => ({ ...note, durationBeats: note.durationBeats + 1 }));
    const song = await describeMidiBytes(writeMidi(ringing));
    const pitchesAt = (notes: readonly SongNote[]) =>
      notes.map(({ onsetBeats, midiPitch }) => [onsetBeats, midiPitch]);
    expect(pitchesAt(song.melody.topline)).toEqual(pitchesAt(tune));
    expect(song.possibleLeads).toBeUndefined();
  });

  it('leave the line to a voice that is named as the melody', async () => {
    const song = await describeMidiBytes(
      writeMidi(
        played((beat) => 1.237 * beat),
        { name: 'Vocal' },
      ),
    );
    expect(isTranscribed(song)).toBe(false);
    expect(song.melody.vocal).toEqual(song.melody.topline);
    expect(song).not.toHaveProperty('possibleLeads');
  });

  it('no note lies before the first of them, and none after the last', async () => {
    for (const shift of [0.02, 0.3, 0.77]) {
      const song = await describeMidiBytes(writeMidi(played((beat) => beat + shift)));
      expect(song.notes.every(({ onsetBeats }) => onsetBeats >= 0)).toBe(true);
      const ends = song.notes.map(({ onsetBeats, durationBeats }) => onsetBeats + durationBeats);
      expect(Math.max(...ends)).toBeLessThanOrEqual(song.beats.length);
    }
  });

  it('are the written ones of a few notes from which none could be decided', async () => {
    const few = [0.3, 21.7, 50.2].map((onsetBeats) => ({
      onsetBeats,
      durationBeats: 1,
      midiPitch: 60,
      salience: 1,
    }));
    const song = await describeMidiBytes(writeMidi(few));
    expect(song.beats.slice(0, 3)).toEqual([0, 0.5, 1]);
  });
});
