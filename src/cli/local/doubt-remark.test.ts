import { expect, it } from 'vitest';
import { doubtRemark } from './doubt-remark.js';

it('a doubtful instrumental is said to be one, and no other', () => {
  expect(doubtRemark({ decided_by: 'doubtful-presence', presence: 0.31 })).toContain(
    'in doubt (probability 0.31)',
  );
  expect(doubtRemark({ decided_by: 'presence', presence: 0.02 })).toBeNull();
  expect(doubtRemark(undefined)).toBeNull();
});
