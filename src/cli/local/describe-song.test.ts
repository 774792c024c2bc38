import { expect, it } from 'vitest';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { describeSong } from './describe-song.js';

it('counts the bars that sound: none begins where the song ends', () => {
  // Four bars of four quarters at 120 BPM: eight seconds.
  const tune = Array.from({ length: 16 }, (_, beat) => ({
    onsetBeats: beat,
    durationBeats: 1,
    midiPitch: 60 + ((beat * 5) % 12),
    salience: 1,
  }));
  const shown = describeSong('Four bars', describeMidi(writeMidi(tune, { bpm: 120 })));
  expect(shown).toContain('bars     4 of 4 beats');
  expect(shown).toContain('   0:00  | ');
  expect(shown).not.toContain('   0:08  | ');
});

it('says how many beats the bars have as they are written, also where they are halves of those that are compared', () => {
  const eighths = Array.from({ length: 24 }, (_, place) => ({
    onsetBeats: place / 2,
    durationBeats: 0.5,
    midiPitch: 60 + ((place * 5) % 12),
    salience: 1,
  }));
  const shown = describeSong(
    'Jig',
    describeMidi(writeMidi(eighths, { bpm: 120, numerator: 6, denominatorPower: 3 })),
  );
  expect(shown).toContain('bars     4 of 2 beats');
});
