import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, higher, knownPairs, later, triads } from '../test-support/scenes.js';
import { compareSongs } from './compare-songs.js';
import { prepareSong } from './prepared-song.js';
import { tuneAgreement, tuneBeside } from './tune-agreement.js';

const tune = generateMelody(11, 64);
const song = prepareSong(arranged(tune, triads(3, 16)));
const cover = prepareSong(arranged(higher(later(tune, 8), 3), higher(later(triads(3, 16), 8), 3)));
const otherTune = prepareSong(
  arranged(higher(later(generateMelody(200, 64), 8), 3), higher(later(triads(3, 16), 8), 3)),
);
const places = Array.from({ length: 64 }, (_, a) => ({ a, b: a + 8, endA: a + 1, endB: a + 9, bits: 1 }));
const sequence = { places, transposition: 3 };
const heard = (one: SongDescription): SongDescription => ({ ...one, source: 'audio' });

describe('the tune where chroma sequences match', () => {
  it('agrees in a cover, in another key and two bars later, and in either order', () => {
    const { notes, agreeing, chanceShare } = tuneAgreement(song, cover, sequence)!;
    expect(agreeing / notes).toBeGreaterThan(0.95);
    expect(chanceShare).toBeLessThan(0.4);
    const reversed = places.map(({ a, b, endA, endB, bits }) => ({
      a: b,
      b: a,
      endA: endB,
      endB: endA,
      bits,
    }));
    const back = tuneAgreement(cover, song, { places: reversed, transposition: -3 })!;
    expect(back.agreeing / back.notes).toBeCloseTo(agreeing / notes, 2);
  });

  it('is that of the plainer line’s notes, which sound in the one with more', () => {
    const restless = higher(later(tune, 8), 3).flatMap((note) => [
      { ...note, durationBeats: 0.7 * note.durationBeats },
      {
        ...note,
        onsetBeats: note.onsetBeats + 0.7 * note.durationBeats,
        durationBeats: 0.3 * note.durationBeats,
        midiPitch: note.midiPitch + 1,
      },
    ]);
    const ornamented = prepareSong(arranged(restless, higher(later(triads(3, 16), 8), 3)));
    const { notes, agreeing } = tuneAgreement(song, ornamented, sequence)!;
    expect(agreeing / notes).toBeGreaterThan(0.9);
  });

  it('adds to the chroma sequence’s bits in a cover, and takes off them where another tune goes over the same chords', () => {
    expect(tuneBeside(song, cover, sequence, 100)!.bits).toBeGreaterThan(10);
    const other = tuneBeside(song, otherTune, sequence, 100)!;
    expect(other.bits).toBeLessThan(-1);
    expect(other.share).toBeLessThan(0.35);
  });

  it('adds and takes off no more bits than the chroma sequence has', () => {
    expect(tuneBeside(song, cover, sequence, 7)!.bits).toBe(7);
    expect(tuneBeside(song, otherTune, sequence, 0.5)!.bits).toBe(-0.5);
  });

  it('is not known where a song has no topline, or too few notes lie there', () => {
    const withoutLine = { ...song.description, melody: { vocal: [], instrumental: [], topline: [] } };
    expect(tuneBeside(prepareSong(withoutLine), cover, sequence, 20)).toBeNull();
    const threeNotes = prepareSong(arranged(tune.slice(0, 3), triads(3, 16)));
    expect(tuneBeside(threeNotes, cover, sequence, 20)).toBeNull();
    expect(tuneBeside(song, cover, { places: [], transposition: 3 }, 20)).toBeNull();
  });

  it('counts in the chroma sequence’s claim where a song was heard, and not between written songs', () => {
    const {
      claims,
      tonal,
      tuneBeside: beside,
    } = compareSongs(...knownPairs['the same tune over other chords, transcribed']!);
    expect(beside!.bits).toBeGreaterThan(5);
    expect(claims.tonal).toBeCloseTo(tonal!.bits + beside!.bits, 9);
    const chords = knownPairs['the same chords under another tune']!;
    expect(compareSongs(...chords).tuneBeside).toBeNull();
    const asHeard = compareSongs(heard(chords[0]), chords[1]);
    expect(asHeard.tuneBeside!.bits).toBeLessThan(0);
    expect(asHeard.claims.tonal).toBeCloseTo(asHeard.tonal!.bits + asHeard.tuneBeside!.bits, 9);
  });

  it('is not asked of a song of one line, whose chroma sequence is that line, and gives way to a passage that says more', () => {
    const alone = compareSongs(...knownPairs['the same mix counted at half the tempo']!);
    expect(alone.tonal!.bits).toBeGreaterThan(20);
    expect(alone.tuneBeside).toBeNull();
    const [a, b] = knownPairs['a tune that hurries and waits']!;
    const passage = compareSongs(heard(a), b);
    expect(tuneBeside(prepareSong(heard(a)), prepareSong(b), { places, transposition: 0 }, 5)).not.toBeNull();
    expect(passage.tuneBeside).toBeNull();
    expect(passage.claims.tonal).toBeGreaterThan(passage.tonal!.bits);
  });
});
