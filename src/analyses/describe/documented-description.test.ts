import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { documentedDescription } from './documented-description.js';

const note = { onsetBeats: 1.5, durationBeats: 1, midiPitch: 69, salience: 0.5 };
const song: SongDescription = {
  version: 2,
  source: 'audio',
  durationSeconds: 2.0004,
  tempoBpm: 120,
  beats: [0, 0.5, 1, 1.5],
  downbeats: [0],
  meter: 4,
  tuningCents: 3.1234,
  key: { tonic: 9, mode: 'minor', confidence: 0.25 },
  chords: ['A:min', 'A:min', 'N', 'C:maj'],
  melody: { vocal: [note], instrumental: [], topline: [note] },
  vocalActivity: [{ startSeconds: 0.75, endSeconds: 1.25 }],
  notes: [note, note],
  sections: [{ startBeat: 0, endBeat: 4, label: 'A' }],
  tempoHypotheses: [{ ratio: 2, probability: 0.25 }],
};

describe('a description in the names of the interface', () => {
  it('places notes and sections in seconds and beats', () => {
    const found = documentedDescription(song, { notes: false });
    expect(found).toMatchObject({
      key: 'A minor',
      key_confidence: 0.25,
      duration_seconds: 2,
      tuning_cents: 3.1,
    });
    expect(found.melodies).toMatchObject({
      vocal: [
        { start_seconds: 0.75, end_seconds: 1.25, onset_beats: 1.5, duration_beats: 1, midi_pitch: 69 },
      ],
    });
    expect(found.sections).toEqual([
      { start_seconds: 0, end_seconds: 2, start_beat: 0, end_beat: 4, label: 'A' },
    ]);
    expect(found).not.toHaveProperty('notes');
    expect(documentedDescription(song, { notes: true }).notes).toHaveLength(2);
  });

  it('names every reading of the tempo, the main one first, with probabilities that add up to one', () => {
    expect(documentedDescription(song, { notes: false }).tempo_hypotheses).toEqual([
      { tempo_bpm: 120, ratio: 1, probability: 0.75 },
      { tempo_bpm: 240, ratio: 2, probability: 0.25 },
    ]);
  });

  it.each([
    ['2/4', 2, 2, 4, 2],
    ['6/8', 6, 3, 4, 2],
    ['5/4', 5, 2, 4, 5],
    ['6/4', 6, 2, 3, 6],
    ['3/4', 3, 2, 3, 3],
  ])('has the beats of the written bars beside the metre of comparisons, in %s', (...row) => {
    const [, numerator, denominatorPower, meter, beats] = row;
    const written = describeMidi(writeMidi(generateMelody(3, 60), { numerator, denominatorPower }));
    expect(documentedDescription(written, { notes: false })).toMatchObject({ meter, beats_per_bar: beats });
  });

  it('names the other metre with its tempo and probability where the metre is not certain', () => {
    const metres = (one: SongDescription) => documentedDescription(one, { notes: false }).meter_hypotheses;
    expect(metres(song)).toEqual([{ meter: 4, tempo_bpm: 120, probability: 1 }]);
    const otherMetre = { meter: 3, probability: 0.3, beats: [0, 0.75, 1.5], downbeats: [0] } as const;
    expect(metres({ ...song, otherMetre })).toEqual([
      { meter: 4, tempo_bpm: 120, probability: 0.7 },
      { meter: 3, tempo_bpm: 80, probability: 0.3 },
    ]);
  });

  it('says nothing of tempo and key where there are none', () => {
    const empty = {
      ...song,
      beats: [],
      downbeats: [],
      key: null,
      tempoBpm: 0,
      tempoHypotheses: [],
      sections: [],
    };
    const quiet = { ...empty, chords: [], melody: { vocal: [], instrumental: [], topline: [] }, notes: [] };
    expect(documentedDescription(quiet, { notes: true })).toMatchObject({
      tempo_bpm: 0,
      tempo_hypotheses: [],
      meter_hypotheses: [],
      key: null,
      key_confidence: 0,
      notes: [],
    });
  });
});
