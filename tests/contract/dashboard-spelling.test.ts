/** The dashboard knows the contract only, so that it spells notes by itself: as the report and the command line do. */
import { describe, expect, it } from 'vitest';
import { chordColor, chordLabel, keyLabel } from '../../dashboard/src/ui/chords.js';
import { pitchClassNames } from '../../src/music/song-description.js';
import { spelled } from '../../src/music/spelling.js';

const keys = pitchClassNames.flatMap((tonic) => [`${tonic} major`, `${tonic} minor`]);

describe('the spelling of the dashboard', () => {
  it.each(keys)('in %s is that of the report and of the command line', (key) => {
    expect(keyLabel(key)).toBe(spelled(key, key));
    for (const root of pitchClassNames) {
      expect(chordLabel(`${root}:maj`, key)).toBe(spelled(root, key));
      expect(chordLabel(`${root}:min`, key)).toBe(`${spelled(root, key)}m`);
    }
  });

  it('reads keys and chords that are spelled already', () => {
    expect(keyLabel('Bb major')).toBe('Bb major');
    expect(chordLabel('Eb:min', 'Bb major')).toBe('Ebm');
    expect(chordColor('Eb:min')).toBe(chordColor('D#:min'));
  });

  it('keeps the documented names where no key is known', () => {
    for (const root of pitchClassNames) expect(chordLabel(`${root}:maj`, null)).toBe(root);
  });
});
