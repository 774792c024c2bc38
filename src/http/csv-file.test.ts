import { expect, it } from 'vitest';
import { csvFile } from './csv-file.js';

it.each(['=1+1', '+1', '-1', '@a', '\tb', ' =1+1', '\u00a0=1+1'])('the cell "%s" is no formula', (text) => {
  expect(csvFile([[text]])).toBe(`"'${text}"\r\n`);
});

it('other cells stay as they are', () => {
  expect(csvFile([[' a "b"', 'x=1', '']])).toBe('" a ""b""","x=1",""\r\n');
});
