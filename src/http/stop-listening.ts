/**
 * The end of listening: no connection is lost that was waiting before the last moment. The system takes connections for a listener before the process looks at them;
 * where the listener is closed meanwhile, they are reset, and a proxy that has sent a request into one of them may not
 * repeat it where it has effects: its client gets a 502. What is left is the time between the last look and the closing,
 * which only a busy machine makes long.
 */
import type { Server } from 'node:http';
import { setImmediate as nextCheckPhase } from 'node:timers/promises';

/** A process that is flooded closes all the same. */
const patienceMs = 5000;
/** A turn that took longer did other work between looking at the listener and its end. */
const shortTurnMs = 2;

/**
 * Closes the listener in a short turn of the event loop that found no connection waiting. Resolves then; the promise
 * within settles when the last connection has ended.
 */
export async function stopListening(server: Server): Promise<{ readonly ended: Promise<void> }> {
  let hasArrived = false;
  const note = (): void => {
    hasArrived = true;
  };
  server.on('connection', note);
  const deadlineMs = performance.now() + patienceMs;
  // The first may come without a look at the sockets: from within one's callback it is of the same turn.
  await nextCheckPhase();
  for (;;) {
    hasArrived = false;
    const startedMs = performance.now();
    await nextCheckPhase();
    const nowMs = performance.now();
    if ((!hasArrived && nowMs - startedMs < shortTurnMs) || nowMs > deadlineMs) break;
  }
  server.off('connection', note);
  // In the same step as the look: nothing of ours runs in between.
  return { ended: new Promise((resolve) => server.close(() => resolve())) };
}
