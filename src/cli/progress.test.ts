import { describe, expect, it } from 'vitest';
import { startProgress } from './progress.js';

class Screen {
  text = '';
  columns = 60;
  constructor(readonly isTTY: boolean) {}
  write(text: string): void {
    this.text += text;
  }
}

describe('progress', () => {
  it('stays quiet in the first second, and when nothing was drawn wipes nothing', () => {
    const screen = new Screen(true);
    let now = 0;
    const progress = startProgress('work', { screen, now: () => now });
    now = 999;
    progress.report(0.5, 'half');
    progress.end();
    expect(screen.text).toBe('');
  });

  it('redraws one line on a terminal, at most ten times a second, and never wider than the terminal', () => {
    const screen = new Screen(true);
    let now = 0;
    const progress = startProgress('work', { screen, now: () => now });
    for (now = 0; now <= 2000; now += 10)
      progress.report(now / 2000, 'a stage with a very long name '.repeat(4));
    progress.end();
    const drawn = screen.text.split('\r\x1b[2K').filter((line) => line !== '');
    expect(drawn).toHaveLength(11);
    expect(drawn.every((line) => line.length < 60)).toBe(true);
    expect(screen.text).not.toContain('\n');
    expect(screen.text.endsWith('\r\x1b[2K')).toBe(true);
  });

  it('writes sparse plain lines where there is no terminal', () => {
    const screen = new Screen(false);
    let now = 0;
    const progress = startProgress('work', { screen, now: () => now });
    for (now = 0; now <= 30_000; now += 100) progress.report(now / 30_000, 'stage');
    progress.end();
    const lines = screen.text.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^work .* {2}3 % {2}1 s {2}stage$/);
    expect(screen.text).not.toContain('\x1b');
  });

  it('shows fractions outside 0 … 1 as the nearest that is inside', () => {
    const screen = new Screen(false);
    const progress = startProgress('work', { screen, quietMs: 0, plainMs: 0, now: () => 0 });
    progress.report(-3, 'a');
    progress.report(7, 'b');
    expect(screen.text).toContain('  0 %');
    expect(screen.text).toContain('100 %');
  });
});
