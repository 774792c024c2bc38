/**
 * Progress on stderr: one line redrawn in place on a terminal; elsewhere (logs, pipes) a plain line now and then.
 * Nothing is drawn in the first second, so quick work stays quiet.
 */
import type { ReportProgress } from '../domain/compute.js';

const redrawMs = 100;
const barCharacters = 24;

export interface Progress {
  /** Fraction in 0 … 1, stage in a few words. */
  readonly report: ReportProgress;
  /** Wipes the line. */
  end(): void;
}

export interface ProgressScreen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface ProgressOptions {
  /** Nothing is shown before this much time has passed. */
  readonly quietMs?: number;
  /** Least time between plain lines; 0 shows every report. */
  readonly plainMs?: number;
  readonly screen?: ProgressScreen;
  readonly now?: () => number;
}

export function startProgress(title: string, options: ProgressOptions = {}): Progress {
  const {
    quietMs = 1000,
    plainMs = 10_000,
    screen = process.stderr,
    now = () => performance.now(),
  } = options;
  const startedAt = now();
  const isTerminal = screen.isTTY === true && process.env.TERM !== 'dumb';
  const intervalMs = isTerminal ? redrawMs : plainMs;
  let drawnAt = startedAt + quietMs - intervalMs;
  let isDrawn = false;
  return {
    report(fraction, stage) {
      const at = now();
      if (at - drawnAt < intervalMs) return;
      drawnAt = at;
      const clamped = Math.min(1, Math.max(0, fraction));
      const text = progressLine(title, clamped, stage, (at - startedAt) / 1000);
      if (isTerminal) {
        screen.write(`\r\x1b[2K${text.slice(0, Math.max(20, (screen.columns ?? 80) - 1))}`);
        isDrawn = true;
      } else {
        screen.write(`${text}\n`);
      }
    },
    end() {
      if (isDrawn) screen.write('\r\x1b[2K');
      isDrawn = false;
    },
  };
}

function progressLine(title: string, fraction: number, stage: string, seconds: number): string {
  const filled = Math.round(fraction * barCharacters);
  const bar = '█'.repeat(filled) + '░'.repeat(barCharacters - filled);
  const percent = `${Math.floor(fraction * 100)}`.padStart(3);
  return `${title} ${bar} ${percent} %  ${Math.round(seconds)} s  ${stage}`.trimEnd();
}
