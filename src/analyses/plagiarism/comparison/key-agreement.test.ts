import { describe, expect, it } from 'vitest';
import type { SongKey } from '../../../music/song-description.js';
import { keyAgreement, keyDoubt } from './key-agreement.js';

const key = (tonic: number, mode: SongKey['mode'] = 'major', confidence = 0.5) => ({
  key: { tonic, mode, confidence },
});

describe('the transposition and the keys of two songs', () => {
  it('agree where the first key, moved, is the second or its relative', () => {
    expect(keyAgreement(key(10), key(3), 5).agrees).toBe(true);
    expect(keyAgreement(key(0), key(9, 'minor'), 0).agrees).toBe(true);
    expect(keyAgreement(key(0), key(9), 0).agrees).toBe(false);
    expect(keyAgreement(key(2, 'minor'), key(2), 0).agrees).toBe(false);
  });

  it('name the key with less confidence where they contradict each other, spelled by key', () => {
    const found = keyAgreement(key(10, 'major', 0.6), key(3, 'major', 0.2), -2);
    expect(found).toMatchObject({
      original: 'Bb major',
      comparison: 'Eb major',
      expected: 'Ab major',
      agrees: false,
      doubtful: 'comparison',
    });
    expect(keyDoubt(found)).toContain('2 semitones lower in the second song');
    expect(keyDoubt(found)).toContain('from Bb major to Ab major, not to Eb major');
    expect(keyAgreement(key(10, 'major', 0.1), key(3, 'major', 0.2), -2).doubtful).toBe('original');
  });

  it('leave a song without a key in no doubt', () => {
    const found = keyAgreement({ key: null }, key(3), -2);
    expect(found).toMatchObject({ original: null, expected: null, agrees: null, doubtful: null });
    expect(keyDoubt(found)).toBeNull();
  });
});
