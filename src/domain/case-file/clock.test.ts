import { expect, it } from 'vitest';
import { clock, clockWithTenths, lengthText, spanText, timeText } from './clock.js';

it('a moment is written to the second, in UTC', () => {
  expect(timeText(new Date('2026-03-01T10:00:02.987Z'))).toBe('2026-03-01 10:00:02');
});

it('a place is minutes and seconds, rounded, from an hour on with hours, and never before the beginning', () => {
  expect(clock(187)).toBe('3:07');
  expect(clock(59.6)).toBe('1:00');
  expect(clock(-0.4)).toBe('0:00');
  expect(clock(3_599.4)).toBe('59:59');
  expect(clock(3_600)).toBe('1:00:00');
  expect(clock(36_305)).toBe('10:05:05');
});

it('a span has both ends, and none is a dash', () => {
  expect(spanText({ startSeconds: 5, endSeconds: 65 })).toBe('0:05–1:05');
  expect(spanText(null)).toBe('–');
});

it('a length below a second is no 0:00', () => {
  expect([0.4, 0.3001, 0.04, 0.0012, 1 / 44_100].map(lengthText)).toEqual([
    '0.4 s',
    '0.3 s',
    '0.04 s',
    '0.001 s',
    '0.00002 s',
  ]);
  expect([0, 0.96, 1, 187, 3_600].map(lengthText)).toEqual(['0:00', '0:01', '0:01', '3:07', '1:00:00']);
});

it('a span shorter than a second is written to the tenth', () => {
  expect(spanText({ startSeconds: 0, endSeconds: 0.3 })).toBe('0:00.0–0:00.3');
  expect(clockWithTenths(62.34)).toBe('1:02.3');
  expect(spanText({ startSeconds: 4, endSeconds: 5 })).toBe('0:04–0:05');
});
