import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ComputeError } from '../domain/compute.js';
import { createAbortableLoop, createLoop, type Loop } from './loop.js';

describe('a background loop', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A loop of a round a minute whose steps end when they are let. */
  function heldLoop(): {
    loop: Loop;
    started: () => number;
    letGo: (error?: Error) => Promise<void>;
    errors: unknown[];
  } {
    const errors: unknown[] = [];
    const ends: Array<(error?: Error) => void> = [];
    let started = 0;
    const step = (): Promise<void> => {
      started += 1;
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    };
    const loop = createLoop('test', 60, step, { error: (fields) => errors.push(fields) });
    const letGo = async (error?: Error): Promise<void> => {
      ends.shift()!(error);
      await vi.advanceTimersByTimeAsync(0);
    };
    return { loop, started: () => started, letGo, errors };
  }

  it('runs at once, then as often as it says, and never twice at the same time', async () => {
    const { loop, started, letGo } = heldLoop();
    loop.start();
    expect(started()).toBe(1);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(started()).toBe(1);
    await letGo();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(started()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(started()).toBe(2);
  });

  it('runs once more, and no oftener, after any number of wake-ups during a run', async () => {
    const { loop, started, letGo } = heldLoop();
    loop.start();
    for (let n = 0; n < 3; n++) loop.wake();
    expect(started()).toBe(1);
    await letGo();
    expect(started()).toBe(2);
    await letGo();
    expect(started()).toBe(2);
  });

  it('goes on after a step that fails, and says which loop it was', async () => {
    const { loop, started, letGo, errors } = heldLoop();
    loop.start();
    await letGo(new Error('no database'));
    expect(errors).toEqual([expect.objectContaining({ loop: 'test' })]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(started()).toBe(2);
  });

  it('counts the pause anew after a wake-up', async () => {
    const { loop, started, letGo } = heldLoop();
    loop.start();
    await letGo();
    await vi.advanceTimersByTimeAsync(40_000);
    loop.wake();
    await letGo();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(started()).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(started()).toBe(3);
  });

  const endingWith = async (reasonOf: (signal: AbortSignal) => unknown): Promise<unknown[]> => {
    const errors: unknown[] = [];
    const step = (signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(reasonOf(signal))));
    const loop = createAbortableLoop('test', 60, step, { error: (fields) => errors.push(fields) });
    loop.start();
    await loop.stop();
    return errors;
  };

  it.each([
    ['the reason of the signal', (signal: AbortSignal) => signal.reason],
    ['what a timer makes of it', () => Object.assign(new Error('aborted'), { name: 'AbortError' })],
    ['what a compute process that was killed makes of it', () => new ComputeError('aborted', 'Stopped.')],
  ])('that can be aborted does not report its own stop: %s', async (_what, reasonOf) => {
    expect(await endingWith(reasonOf)).toEqual([]);
  });

  it.each([new Error('no database'), new ComputeError('crashed', 'It crashed.')])(
    'that can be aborted reports what else goes wrong while it stops: %s',
    async (error) => {
      expect(await endingWith(() => error)).toMatchObject([{ err: error, loop: 'test' }]);
    },
  );

  it('that can be aborted reports what its step threw before the stop', async () => {
    const errors: unknown[] = [];
    let started = 0;
    const step = (signal: AbortSignal): Promise<void> => {
      started += 1;
      if (started === 1) return Promise.reject(new Error('no database'));
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const loop = createAbortableLoop('test', 60, step, { error: (fields) => errors.push(fields) });
    loop.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([started, loop.stopping]).toEqual([2, false]);
    await loop.stop();
    expect(loop.stopping).toBe(true);
    expect(errors).toMatchObject([{ err: { message: 'no database' }, loop: 'test' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stops when its step has ended, runs no more, and leaves no timer that would keep the process', async () => {
    const { loop, started, letGo } = heldLoop();
    loop.start();
    loop.wake();
    let hasStopped = false;
    const stopped = loop.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([loop.stopping, hasStopped]).toEqual([true, false]);
    await letGo();
    await stopped;
    loop.wake();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(started()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
