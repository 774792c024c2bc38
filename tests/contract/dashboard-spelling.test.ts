/** The dashboard spells notes as the report and the command line do: through the view that reports share. */
import { describe, expect, it } from 'vitest';
import { chordColor, chordLabel } from '../../dashboard/src/ui/chords.js';
import { keyName } from '../../src/evidence-view/key-names.js';
import { pitchClassNames } from '../../src/music/song-description.js';
import { spelled } from '../../src/music/spelling.js';

const keys = pitchClassNames.flatMap((tonic) => [`${tonic} major`, `${tonic} minor`]);

describe('the spelling of the dashboard', () => {
  it.each(keys)('in %s is that of the report and of the command line', (key) => {
    expect(keyName(key)).toBe(spelled(key, key));
    for (const root of pitchClassNames) {
      const chord = spelled(`${root}:maj`, key).replace(':maj', '');
      expect(chordLabel(`${root}:maj`, key)).toBe(chord);
      expect(chordLabel(`${root}:min`, key)).toBe(`${chord}m`);
    }
  });

  it('reads keys and chords that are spelled already', () => {
    expect(keyName('Bb major')).toBe('Bb major');
    expect(chordLabel('Eb:min', 'Bb major')).toBe('Ebm');
    expect(chordColor('Eb:min')).toBe(chordColor('D#:min'));
    expect(chordColor('E#:min')).toBe(chordColor('F:min'));
    expect(chordColor('Cb:maj')).toBe(chordColor('B:maj'));
  });

  it('keeps the documented names where no key is known', () => {
    for (const root of pitchClassNames) expect(chordLabel(`${root}:maj`, null)).toBe(root);
  });
});
