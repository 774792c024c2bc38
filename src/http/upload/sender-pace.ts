/**
 * Ends an upload whose sender keeps the connection open and hardly sends: a place among the uploads is for those who
 * send. Slow lines pass: the pace asked for is a tenth of the slowest mobile connection's.
 */
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../domain/problems.js';
import type { HttpSettings } from '../settings.js';

/** Calls `tooSlow` once, with the `request_timeout` to answer. Returns what ends the watch. */
export function watchPace(
  request: IncomingMessage,
  slowest: HttpSettings['slowestUpload'],
  tooSlow: (problem: Problem) => void,
): () => void {
  const { socket } = request;
  let seenBytes = socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = socket.bytesRead - seenBytes;
    seenBytes += arrived;
    // While what came is still being written, the sender waits for us.
    if (arrived >= slowest.bytes || request.isPaused()) return;
    clearInterval(timer);
    tooSlow(
      new Problem(
        'request_timeout',
        `Only ${arrived} bytes of the upload came in ${slowest.windowSeconds} s. Send it again on a steadier connection.`,
        // The rest of the body is not waited for.
        { headers: { connection: 'close' } },
      ),
    );
  }, slowest.windowSeconds * 1000);
  timer.unref();
  return () => clearInterval(timer);
}
