/** Small reads anywhere in an open file, through one window: walks over many short headers cost few system calls. */
import { readSync } from 'node:fs';

const windowBytes = 65_536;

export class ByteReader {
  private readonly window = Buffer.alloc(windowBytes);
  private windowStart = 0;
  private windowFilled = 0;

  /** @param length of the file, in bytes */
  constructor(
    private readonly descriptor: number,
    readonly length: number,
  ) {}

  /** `count` bytes (at most 64 kB) at `position`; fewer where the file ends. Valid until the next call. */
  at(position: number, count: number): Buffer {
    if (position < this.windowStart || position + count > this.windowStart + this.windowFilled) {
      this.windowStart = position;
      this.windowFilled = 0;
      while (this.windowFilled < windowBytes) {
        const space = windowBytes - this.windowFilled;
        const read = readSync(
          this.descriptor,
          this.window,
          this.windowFilled,
          space,
          position + this.windowFilled,
        );
        if (read === 0) break;
        this.windowFilled += read;
      }
    }
    const from = position - this.windowStart;
    return this.window.subarray(from, Math.min(from + count, this.windowFilled));
  }

  /** The bytes as Latin-1, for the four letters that name things. */
  letters(position: number, count: number): string {
    return this.at(position, count).toString('latin1');
  }
}
