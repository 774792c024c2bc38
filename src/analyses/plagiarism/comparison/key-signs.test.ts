import { describe, expect, it } from 'vitest';
import type { SongKey, SongNote } from '../../../music/song-description.js';
import { type KeyedSong, keySigns, majorness, signatureOf } from './key-signs.js';

const key = (tonic: number, mode: SongKey['mode'] = 'major'): SongKey => ({ tonic, mode, confidence: 0.5 });
const note = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const songOf = (topline: readonly SongNote[], chords: readonly string[] = []): KeyedSong => ({
  key: key(0),
  melody: { vocal: [], instrumental: [], topline },
  chords,
});
/** Each pitch sounds for its number of beats, one behind the other. */
function lasting(beats: Readonly<Record<number, number>>): KeyedSong {
  let onset = 0;
  const notes = Object.entries(beats).map(([pitch, duration]) => {
    onset += duration;
    return note(onset - duration, duration, Number(pitch));
  });
  return songOf(notes);
}

describe('what of a song sounds in a passage', () => {
  const song = songOf(
    [note(0, 4, 60), note(4, 4, 67), note(8, 2, 74)],
    ['C:maj', 'C:maj', 'A:min', 'N', 'G:maj'],
  );
  const sounding = (startBeat: number, endBeat: number): readonly number[] =>
    keySigns(song, key(0), { startBeat, endBeat }).sounding;

  it('is as much of each note as lies within it, and a third of a beat of each tone of its chords', () => {
    const [c, d, e, g, a, b] = [0, 2, 4, 7, 9, 11];
    const within = sounding(1, 5);
    expect(within[c]).toBeCloseTo(3 + 1 / 3 + 1 / 3, 9);
    expect(within[e]).toBeCloseTo(1 / 3 + 1 / 3, 9);
    expect(within[g]).toBeCloseTo(1 + 1 / 3 + 1 / 3, 9);
    expect(within[a]).toBeCloseTo(1 / 3, 9);
    expect([within[b], within[d]]).toEqual([1 / 3, 1 / 3]);
    expect(within[1]).toBe(0);
  });

  it('has the triads of major and of minor chords on every root', () => {
    const soundingOf = (chord: string): number[] =>
      keySigns(songOf([], [chord]), key(0)).sounding.flatMap((beats, pitch) => (beats > 0 ? [pitch] : []));
    expect(soundingOf('C:maj')).toEqual([0, 4, 7]);
    expect(soundingOf('C:min')).toEqual([0, 3, 7]);
    expect(soundingOf('B:maj')).toEqual([3, 6, 11]);
    expect(soundingOf('B:min')).toEqual([2, 6, 11]);
  });

  it('has the chords of the beats that begin within it', () => {
    expect(sounding(1.5, 2)[4]).toBe(0);
    expect(sounding(1, 1.5)[4]).toBeCloseTo(1 / 3, 9);
    expect(sounding(20, 30).every((beats) => beats === 0)).toBe(true);
    expect(keySigns(song, key(0)).sounding[2]).toBeCloseTo(2 + 1 / 3, 9);
  });

  it('belongs to its key by the share of what sounds, and to none where nothing sounds', () => {
    const fitOf = (beats: Readonly<Record<number, number>>, own: SongKey): number | null =>
      keySigns(lasting(beats), own).fit;
    expect(fitOf({ 60: 3, 61: 1 }, key(0))).toBeCloseTo(3 / 4, 9);
    for (const pitch of [62, 64, 65, 67, 69, 71]) expect(fitOf({ [pitch]: 1 }, key(0))).toBe(1);
    for (const pitch of [61, 63, 66, 68, 70]) expect(fitOf({ [pitch]: 1 }, key(0))).toBe(0);
    // A minor key has both sixths and both sevenths.
    for (const pitch of [60, 62, 63, 65, 67, 68, 69, 70, 71])
      expect(fitOf({ [pitch]: 1 }, key(0, 'minor'))).toBe(1);
    for (const pitch of [61, 64, 66]) expect(fitOf({ [pitch]: 1 }, key(0, 'minor'))).toBe(0);
    expect(fitOf({ 66: 1 }, key(2))).toBe(1);
    expect([fitOf({ 61: 1 }, key(9)), fitOf({ 60: 1 }, key(9))]).toEqual([1, 0]);
    expect(keySigns(song, key(0), { startBeat: 20, endBeat: 30 }).fit).toBeNull();
  });
});

describe('the signatures in which a song may be written', () => {
  const signaturesOf = (beats: Readonly<Record<number, number>>, own: SongKey): readonly number[] =>
    keySigns(lasting(beats), own).signatures;

  it('are its key’s own, which relative keys have in common', () => {
    expect([signatureOf(key(7)), signatureOf(key(4, 'minor')), signatureOf(key(11, 'minor'))]).toEqual([
      7, 7, 2,
    ]);
    expect(signaturesOf({ 60: 1 }, key(0))).toEqual([0]);
    expect(signaturesOf({ 60: 1 }, key(0, 'minor'))).toEqual([3]);
  });

  it('are those of its fourth too where a major key has more of the low seventh than of its own', () => {
    expect(signaturesOf({ 67: 4, 77: 2, 78: 1 }, key(7))).toEqual([7, 0]);
    for (const beats of [
      { 77: 1, 78: 1 },
      { 77: 1, 78: 2 },
    ])
      expect(signaturesOf(beats, key(7))).toEqual([7]);
    expect(signaturesOf({ 77: 2, 78: 1 }, key(7, 'minor'))).toEqual([10]);
  });

  it('are those a whole tone lower too where a minor key has more of the high sixth and of the low seventh', () => {
    const [lowSixth, highSixth, lowSeventh, highSeventh] = [70, 71, 72, 73];
    const dorian = { [lowSixth]: 1, [highSixth]: 2, [lowSeventh]: 2, [highSeventh]: 1 };
    expect(signaturesOf(dorian, key(2, 'minor'))).toEqual([5, 0]);
    for (const beats of [
      { ...dorian, [lowSixth]: 2 },
      { ...dorian, [lowSixth]: 3 },
      { ...dorian, [highSeventh]: 2 },
      { ...dorian, [highSeventh]: 3 },
    ])
      expect(signaturesOf(beats, key(2, 'minor'))).toEqual([5]);
    expect(signaturesOf({ [highSixth]: 2 }, key(2))).toEqual([2]);
  });
});

it('a passage is more of a major key or of its parallel minor by how long third, sixth and seventh of either sound', () => {
  const majornessOf = (beats: Readonly<Record<number, number>>, tonic = 0): number =>
    majorness(keySigns(lasting(beats), key(0)), tonic);
  for (const pitch of [64, 69, 71]) expect(majornessOf({ [pitch]: 2 })).toBe(2);
  for (const pitch of [63, 68, 70]) expect(majornessOf({ [pitch]: 2 })).toBe(-2);
  for (const pitch of [60, 61, 62, 65, 66, 67]) expect(majornessOf({ [pitch]: 2 })).toBe(0);
  expect(majornessOf({ 64: 2, 63: 3 })).toBe(-1);
  expect(majornessOf({ 66: 2 }, 2)).toBe(2);
});
