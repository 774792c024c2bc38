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

it('counts the beats of written bars as they are: two of 6/8', () => {
  const song = describeMidi(writeMidi([{ onsetBeats: 0, durationBeats: 1, midiPitch: 60, salience: 1 }]));
  const inTwo = { ...song, beats: [0, 0.5, 1, 1.5, 2, 2.5, 3], downbeats: [0, 2, 4, 6], durationSeconds: 3 };
  expect(describeSong('A jig', inTwo)).toContain('bars     3 of 2 beats');
});
