import { expect, it } from 'vitest';
import { shownName } from './formatting-characters.js';

it.each([
  ['a mark that turns a line around', 'Mix\u202egnp.wav', 'Mixgnp.wav'],
  ['isolates and embeddings', '\u2066A\u2069\u202a B\u202c', 'A B'],
  ['what cannot be seen', 'A\u200bB\ufeff\u00ad', 'AB'],
  ['line breaks', ' One\r\nTwo\u2028Three\t', 'One Two Three'],
])('a name is one line without %s', (_what, given, kept) => {
  expect(shownName(given)).toBe(kept);
});

it('spelling inside a word stays, as does the null character, which is refused', () => {
  expect(shownName('می\u200cروم')).toBe('می\u200cروم');
  expect(shownName('a\n\0\nb')).toBe('a \0 b');
});
