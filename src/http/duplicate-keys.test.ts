import { expect, it } from 'vitest';
import { duplicateKey } from './duplicate-keys.js';

it.each([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":{"b":1,"b":2}}', ['a', 'b']],
  ['[{"a":1},{"b":1,"c":[0],"b":2}]', ['1', 'b']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"x":"{\\"a\\":1","a" :1, "a"\n:2}', ['a']],
])('finds the name that %s has twice', (text, path) => {
  expect(duplicateKey(text)).toEqual(path);
});

it.each([
  '{}',
  '{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}',
  '{"a":"a","b":"a"}',
  '["a","a"]',
  '"a"',
  '{"a":"\\"a\\":1"}',
])('finds nothing in %s', (text) => {
  expect(duplicateKey(text)).toBeNull();
});
