import { describe, expect, it } from 'vitest';
import { leadOf, possibleLeads, voiceOf } from './possible-leads.js';
import { leadingPitchOf, vocalPitchOf } from './test-support/activations.js';

const seconds = 8;
const beats = Array.from({ length: 17 }, (_, beat) => beat / 2);
const silence = voiceOf(
  vocalPitchOf(() => Number.NaN, seconds),
  0,
);
/** MIDI 60 leads in the second and third beat, 67 in half of the fourth's second half. */
const line = leadOf(
  leadingPitchOf(
    [
      { startSeconds: 0.5, endSeconds: 1.5, midi: 60 },
      { startSeconds: 1.75, endSeconds: 1.875, midi: 67 },
    ],
    seconds,
  ),
);
const nothing = leadOf(leadingPitchOf([], seconds));
/** The network's answers in both: that it sounds, and its pitch. */
const certain = (245 / 255) * (200 / 255);

describe('possible leads', () => {
  it('hold a pitch in the half beats in which it leads, half as likely where no voice sings it', () => {
    const heard = possibleLeads(line, silence, beats);
    expect(heard.map(({ onsetBeats, midiPitch }) => [onsetBeats, midiPitch])).toEqual([
      [1, 60],
      [1.5, 60],
      [2, 60],
      [2.5, 60],
      [3.5, 67],
    ]);
    for (const { durationBeats, salience } of heard.slice(0, 4)) {
      expect(durationBeats).toBe(0.5);
      expect(salience).toBeCloseTo(certain / 2, 1);
    }
    expect(heard[4]!.salience / heard[3]!.salience).toBeCloseTo(0.5, 1);
  });

  it('have the mean of voice and line: more where both agree, both where they differ', () => {
    const sung = (midi: number) =>
      voiceOf(
        vocalPitchOf((time) => (time >= 0.5 && time < 1.5 ? midi : Number.NaN), seconds),
        0,
      );
    const agreed = possibleLeads(line, sung(60), beats);
    const alone = possibleLeads(line, silence, beats);
    expect(agreed).toHaveLength(alone.length);
    expect(agreed[1]!.salience).toBeGreaterThan(1.5 * alone[1]!.salience);
    const differing = possibleLeads(line, sung(64), beats).filter(({ onsetBeats }) => onsetBeats === 1.5);
    expect(differing.map(({ midiPitch }) => midiPitch)).toEqual([60, 64]);
  });

  it('know a voice between the semitones by the tuning of the song', () => {
    const flat = vocalPitchOf((time) => (time < 2 ? 59.6 : Number.NaN), seconds);
    const highest = (tuningCents: number): number =>
      possibleLeads(nothing, voiceOf(flat, tuningCents), beats)
        .filter(({ onsetBeats }) => onsetBeats === 1)
        .reduce((best, one) => (one.salience > best.salience ? one : best)).midiPitch;
    expect([highest(-40), highest(60)]).toEqual([60, 59]);
  });

  it('are none where nothing leads, where there is no voice to ask, and without beats', () => {
    expect(possibleLeads(nothing, silence, beats)).toEqual([]);
    expect(possibleLeads(nothing, null, beats)).toEqual([]);
    for (const none of [[], [1]]) expect(possibleLeads(line, silence, none)).toEqual([]);
  });

  it('are kept of no more beats than comparisons read, however many a file has', () => {
    const crowded = Array.from({ length: 100_000 }, (_, beat) => beat / 20_000);
    expect(possibleLeads(line, silence, crowded).every(({ onsetBeats }) => onsetBeats < 800)).toBe(true);
  });

  it('are the same of a line without a voice as of one with silence, but for the faintest', () => {
    expect(possibleLeads(line, null, beats)).toEqual(possibleLeads(line, silence, beats));
  });
});
