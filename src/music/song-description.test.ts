import { describe, expect, it } from 'vitest';
import { singingOf } from './song-description.js';
import { decodeSongDescription, encodeSongDescription } from './song-description-codec.js';
import { describeMidi } from './symbolic/describe-midi.js';
import { generateMelody, writeMidi } from './symbolic/test-support/melodies.js';

const beats = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
const sung = (onsetBeats: number, durationBeats: number) => ({
  onsetBeats,
  durationBeats,
  midiPitch: 60,
  salience: 1,
});

describe('where someone sings', () => {
  it('covers the sung notes and their breaths, not the pauses', () => {
    expect(singingOf([sung(0, 1), sung(2, 1), sung(6, 2)], beats)).toEqual([
      { startSeconds: 0, endSeconds: 1.5 },
      { startSeconds: 3, endSeconds: 4 },
    ]);
    expect(singingOf([], beats)).toEqual([]);
  });

  it('is reported of a MIDI file only where a line is named as sung', () => {
    const tune = generateMelody(5, 12);
    expect(describeMidi(writeMidi(tune)).vocalActivity).toEqual([]);
    const [only] = describeMidi(writeMidi(tune, { name: 'Vocal' })).vocalActivity;
    const last = tune.at(-1)!;
    expect(only!.startSeconds).toBe(0);
    expect(only!.endSeconds).toBeCloseTo((last.onsetBeats + last.durationBeats) / 2, 3);
  });

  it('comes back from the stored bytes with all else', () => {
    const song = describeMidi(writeMidi(generateMelody(5, 30), { name: 'Vocal' }));
    const vocalActivity = [
      { startSeconds: 0.25, endSeconds: 3.125 },
      { startSeconds: 5, endSeconds: 7.001 },
    ];
    const back = decodeSongDescription(encodeSongDescription({ ...song, vocalActivity }))!;
    expect(back.vocalActivity).toEqual(vocalActivity);
    expect(back.melody.vocal.map((note) => note.midiPitch)).toEqual(
      song.melody.vocal.map((note) => note.midiPitch),
    );
    expect(back.downbeats).toEqual(song.downbeats);
  });

  it('keeps the reading in the other metre; bytes from before there was one are read as ever', () => {
    const song = describeMidi(writeMidi(generateMelody(5, 30)));
    const stored = encodeSongDescription(song);
    expect(decodeSongDescription(stored)).not.toHaveProperty('otherMetre');
    const sameBeats = { meter: 3, probability: 0.25, beats: song.beats, downbeats: [1, 4, 7] } as const;
    const ownBeats = { ...sameBeats, beats: [0, 0.75, 1.5, 2.25, 3], downbeats: [0, 3] };
    for (const otherMetre of [sameBeats, ownBeats]) {
      const bytes = encodeSongDescription({ ...song, otherMetre });
      const back = decodeSongDescription(bytes)!;
      expect(back.otherMetre).toEqual(otherMetre);
      expect(back.downbeats).toEqual(song.downbeats);
      // What an older program reads is where it was.
      expect(bytes.slice(0, stored.length)).toEqual(stored);
    }
    // Beats are kept once.
    expect(encodeSongDescription({ ...song, otherMetre: sameBeats }).length).toBeLessThan(stored.length + 10);
  });

  it('keeps possible leads, with the other metre and without it; absent where there were none', () => {
    const song = describeMidi(writeMidi(generateMelody(5, 30)));
    const possibleLeads = [0, 0.5].map((onsetBeats) => ({
      onsetBeats,
      durationBeats: 0.5,
      midiPitch: 64,
      salience: 51 / 255,
    }));
    const otherMetre = { meter: 3, probability: 0.25, beats: song.beats, downbeats: [1, 4, 7] } as const;
    for (const more of [{ possibleLeads }, { possibleLeads, otherMetre }]) {
      const back = decodeSongDescription(encodeSongDescription({ ...song, ...more }))!;
      expect(back).toMatchObject(more);
      expect(back.notes).toHaveLength(song.notes.length);
    }
    expect(decodeSongDescription(encodeSongDescription(song))).not.toHaveProperty('possibleLeads');
  });
});
