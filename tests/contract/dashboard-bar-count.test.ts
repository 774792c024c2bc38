import { expect, it } from 'vitest';
import { barCount } from '../../dashboard/src/description/bar-count.js';

it('the dashboard counts the bars that sound: none begins where the song ends', () => {
  const beats = Array.from({ length: 9 }, (_, beat) => beat / 2);
  const song = { beats, downbeats: [0, 4, 8] };
  expect(barCount({ ...song, duration_seconds: 4 })).toBe(2);
  expect(barCount({ ...song, duration_seconds: 4.4 })).toBe(3);
});
