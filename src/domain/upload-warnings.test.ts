import { expect, it } from 'vitest';
import { cutOff } from './upload-warnings.js';

it('a file that was cut off names what its header promises only where that is more than was decoded', () => {
  expect(cutOff(12.46, 25.1).detail).toContain('promises 25.1 s, but only 12.5 s');
  for (const promised of [null, 6, 6.02, 2]) {
    const { code, detail } = cutOff(6, promised);
    expect(code).toBe('cut_off');
    expect(detail).toMatch(/^Only 6\.0 s of sound could be decoded: /);
    expect(detail).not.toContain('promises');
  }
});
