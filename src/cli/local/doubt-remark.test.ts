import { expect, it } from 'vitest';
import { doubtRemark } from './doubt-remark.js';

it('a doubtful instrumental is said to be one, and no other', () => {
  expect(doubtRemark({ decided_by: 'doubtful-presence', presence: 0.31 })).toContain(
    'in doubt (probability 0.31)',
  );
  expect(doubtRemark({ decided_by: 'presence', presence: 0.02 })).toBeNull();
  expect(doubtRemark(undefined)).toBeNull();
});

it('names the places whose words were left out, and only those left out by the evidence', () => {
  const segment = (start: number, reason: string | null) => ({
    start_seconds: start,
    end_seconds: start + 9.6,
    left_out: reason,
  });
  const segments = [
    segment(0, null),
    segment(12.2, 'unlikely-words'),
    segment(30, 'silent'),
    segment(50, 'no-words'),
  ];
  expect(doubtRemark({ decided_by: 'lyrics', segments })).toBe(
    'words left out at 12–22 s: the recogniser more likely invented them than anyone sang them.',
  );
  expect(doubtRemark({ decided_by: 'lyrics', segments: [segment(0, null)] })).toBeNull();
});
