/**
 * The one gate that every upload of this process passes, whichever entry point takes it: how many run at a time, how
 * many of them are one account's, and how fast their senders must be. A place belongs to a connection. It is released
 * exactly once: when the answer is through or when the connection ends, whichever comes first, and also where the
 * connection had ended before the place was asked for.
 */
import { Problem } from '../../domain/problems.js';
import type { UploadGate } from '../ports.js';
import type { HttpSettings } from '../settings.js';
import { watchPace } from './sender-pace.js';

/** One a process: every entry point must be handed the same one. */
export function createUploadGate({
  maxParallelUploads,
  slowestUpload,
}: Pick<HttpSettings, 'maxParallelUploads' | 'slowestUpload'>): UploadGate {
  let taken = 0;
  const takenByAccount = new Map<string, number>();
  /** One account leaves half of the places to the others. */
  const shareOfOne = Math.max(1, Math.floor(maxParallelUploads / 2));

  function take(accountId: string): void {
    const own = takenByAccount.get(accountId) ?? 0;
    if (taken >= maxParallelUploads || own >= shareOfOne) {
      throw new Problem('unavailable', 'Too many uploads are running. Try again in a few seconds.', {
        headers: { 'retry-after': '5' },
      });
    }
    taken += 1;
    takenByAccount.set(accountId, own + 1);
  }

  function putBack(accountId: string): void {
    taken -= 1;
    const left = (takenByAccount.get(accountId) ?? 1) - 1;
    if (left > 0) takenByAccount.set(accountId, left);
    else takenByAccount.delete(accountId);
  }

  return {
    get taken() {
      return taken;
    },
    enter(accountId, request, reply) {
      const { socket } = request.raw;
      // No `close` would come any more: whoever is gone gets no place to begin with.
      if (reply.raw.closed || reply.raw.destroyed || socket.destroyed) throw clientIsGone();
      take(accountId);
      const abort = new AbortController();
      const stopWatch = watchPace(request.raw, slowestUpload, (problem) => abort.abort(problem));
      let atRelease: Array<() => void> | null = [];
      const release = (): void => {
        if (atRelease === null) return;
        const works = atRelease;
        atRelease = null;
        reply.raw.off('close', release);
        socket.off('close', release);
        stopWatch();
        putBack(accountId);
        if (!reply.raw.writableFinished) abort.abort(clientIsGone());
        for (const work of works) work();
      };
      reply.raw.once('close', release);
      // A response that still waits behind another one of its connection hears nothing of the connection's end.
      socket.once('close', release);
      return {
        signal: abort.signal,
        arrived: stopWatch,
        onRelease(work) {
          if (atRelease === null) work();
          else atRelease.push(work);
        },
      };
    },
  };
}

function clientIsGone(): Problem {
  return new Problem('bad_request', 'The connection was closed before the upload was complete.');
}
