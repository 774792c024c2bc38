import { describe, expect, it } from 'vitest';
import { isoTime } from './iso-time.js';

describe('times on the command line', () => {
  it.each([
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T12:30', '2027-01-31T12:30:00.000Z'],
    ['2027-01-31T12:30:00.5+02:00', '2027-01-31T10:30:00.500Z'],
    ['2027-01-31T12:30:00+0200', '2027-01-31T10:30:00.000Z'],
    ['2020-01-01T00:00:00.123456+00:00', '2020-01-01T00:00:00.123Z'],
  ])('%s means %s', (text, moment) => expect(isoTime(text)).toBe(moment));

  it.each([
    'tomorrow',
    '',
    '2027',
    '2027-13-01',
    '2027-02-31',
    '2027-04-31T10:00:00Z',
    '31.01.2027',
    '2027-01-31T25:00:00Z',
    '1735689600',
  ])("'%s' is refused with an example of what is right", (text) =>
    expect(() => isoTime(text)).toThrow('2027-01-31T00:00:00Z'),
  );
});
