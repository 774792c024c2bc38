import { expect, it } from 'vitest';
import { cutOff, laterLinkNotRead, restNotRead } from './upload-warnings.js';

it('a file that was cut off names what its header promises only where that is more than was decoded', () => {
  expect(cutOff(12.46, 25.1).detail).toContain('promises 25.1 s, but only 12.5 s');
  for (const promised of [null, 6, 6.02, 2]) {
    const { code, detail } = cutOff(6, promised);
    expect(code).toBe('cut_off');
    expect(detail).toMatch(/^Only 6\.0 s of sound could be decoded: /);
    expect(detail).not.toContain('promises');
  }
});

it('a file of which the rest was left unread says what its header declares and what it has room for', () => {
  const { code, detail } = restNotRead(0.006, 25);
  expect(code).toBe('rest_not_read');
  expect(detail).toContain('declares 0.0 s of sound, but the file has room for 25.0 s');
});

it('a chained file of which a later recording was left unread is not called cut off', () => {
  const { code, detail } = laterLinkNotRead(4);
  expect(code).toBe('rest_not_read');
  expect(detail).toMatch(
    /follows after 4\.0 s has another sample rate, channel count or codec and was not read/,
  );
  expect(detail).not.toContain('cut off');
});
