/** Starts, watches and ends one decoding process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { ComputeError, type PcmFormat } from '../domain/compute.js';
import { childEnd } from '../sandbox/child-end.js';
import { childEntry } from '../sandbox/child-entry.js';
import { type SandboxedNode, sandboxedDecoder } from '../sandbox/command.js';
import { sandboxInForce } from '../sandbox/in-force.js';
import { DecodeError, notDecodable } from './decode-error.js';
import {
  type DecodeRequest,
  type DecodeStatus,
  type FinishedStatus,
  maxReportedTags,
  type OpenedStatus,
} from './decoder-protocol.js';
import { type FileClaims, fileClaims, type ShownFile, shownFile } from './file-facts.js';
import type { AudioFormat } from './formats.js';
import type { DecodeLimits } from './limits.js';
import { sniffFile } from './sniff.js';
import { ByteReader } from './tag-survey/byte-reader.js';
import { openView } from './tag-survey/view.js';
import { memorySignal } from './watchdog.js';

const entry = childEntry(import.meta.url, './decoder-process');

/** A decoding process at work. */
export interface DecoderChild {
  readonly format: AudioFormat;
  /** Whether the file has more tags than the decoder may see, so that it got the audio without them. */
  readonly isWithoutTags: boolean;
  /** Null where samples are read: only who judges the file asks. */
  readonly claims: FileClaims | null;
  /** Raw float32 bytes; ends with the process. */
  readonly samples: Readable;
  /** Resolves with the first decoded frame. */
  readonly opened: Promise<OpenedStatus>;
  /** Settles when the process has ended: with its summary, or with why it failed. */
  readonly finished: Promise<FinishedStatus>;
  /** Kills it; `finished` then rejects with the given failure, if it had not ended by itself. */
  kill(reason: ComputeError): void;
}

function failure(
  status: DecodeStatus | null,
  killedFor: ComputeError | null,
  child: ChildProcess,
): ComputeError {
  if (status?.type === 'failed') {
    return status.code === 'not_decodable'
      ? notDecodable(status.message)
      : new DecodeError(status.code, `${status.message} Send a shorter piece.`);
  }
  if (killedFor !== null) return killedFor;
  const { signal, description } = childEnd(child);
  if (signal === memorySignal) {
    return new ComputeError('memory', 'Decoding the audio took more memory than is allowed.');
  }
  return new ComputeError('crashed', `The decoding process ended unexpectedly (${description}).`);
}

/** What the decoder read itself stands first. */
function withTags(opened: OpenedStatus, others: Readonly<Record<string, string>>): OpenedStatus {
  const { title = null, artist = null } = others;
  const own = Object.entries(opened.tags);
  const more = Object.entries(others).filter(([field]) => !Object.hasOwn(opened.tags, field));
  return {
    ...opened,
    title: opened.title ?? title,
    artist: opened.artist ?? artist,
    tags: Object.fromEntries([...own, ...more].slice(0, maxReportedTags)),
  };
}

interface Settleable<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function settleable<T>(): Settleable<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  // Whoever waits for one of several need not wait for the others: their rejection is then no accident.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** How decoding processes are started in this process: whatever tests the sandbox starts its process in the same way. */
export function decoderNode(): SandboxedNode {
  const { plan, hidden } = sandboxInForce();
  return sandboxedDecoder(plan, hidden);
}

type FileFacts = Pick<DecoderChild, 'format' | 'isWithoutTags' | 'claims'> & Pick<ShownFile, 'otherTags'>;

/** Judges the content and starts a process for it. The process gets the open file and never learns its path. */
async function spawnFor(
  path: string,
  request: Omit<DecodeRequest, 'demuxer' | 'parentPid'>,
): Promise<{ child: ChildProcess } & FileFacts> {
  // Non-blocking, so that a pipe in the place of a file cannot hold us here.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notDecodable('This is not a file.');
    const detected = await sniffFile(file, stats.size);
    const reader = new ByteReader(file.fd, stats.size);
    const { view, isWithoutTags, otherTags } = shownFile(reader, detected);
    const shown = view ? await openView(file, view) : file;
    try {
      const node = decoderNode();
      const argument: DecodeRequest = {
        ...request,
        demuxer: detected.demuxer,
        parentPid: node.endsWithParent ? null : process.pid,
      };
      const child = spawn(
        node.file,
        [...node.args, ...entry.execArgv, entry.file, JSON.stringify(argument)],
        {
          stdio: [shown.fd, 'pipe', 'ignore', 'pipe'],
          env: node.env,
          ...node.options,
        },
      );
      return {
        child,
        format: detected.format,
        isWithoutTags,
        otherTags,
        claims: request.mode === 'measure' ? fileClaims(reader, detected) : null,
      };
    } finally {
      if (shown !== file) await shown.close();
    }
  } finally {
    await file.close();
  }
}

/**
 * Starts decoding a local file.
 * @param format null decodes and measures, and sends no samples
 * @throws DecodeError where the content is no accepted audio format; the system's error where it cannot be read
 */
export async function startDecoder(
  path: string,
  format: PcmFormat | null,
  limits: DecodeLimits,
): Promise<DecoderChild> {
  const wanted = (value: number | 'native' | undefined): number | null =>
    typeof value === 'number' ? value : null;
  const { child, otherTags, ...facts } = await spawnFor(path, {
    mode: format === null ? 'measure' : 'stream',
    sampleRateHz: wanted(format?.sampleRateHz),
    channels: wanted(format?.channels),
    maxAudioSeconds: limits.maxAudioSeconds,
    memoryMb: limits.memoryMb,
  });
  let last: DecodeStatus | null = null;
  let killedFor: ComputeError | null = null;
  const opened = settleable<OpenedStatus>();
  const finished = settleable<FinishedStatus>();
  const statements = createInterface({ input: child.stdio[3] as Readable });
  statements.on('line', (line) => {
    last = JSON.parse(line) as DecodeStatus;
    if (last.type === 'opened') opened.resolve(withTags(last, otherTags));
  });
  const end = (): void => {
    if (last?.type === 'finished') {
      finished.resolve(last);
      return;
    }
    const error = failure(last, killedFor, child);
    opened.reject(error);
    finished.reject(error);
  };
  child.on('error', end);
  // Not 'close', which also waits until all samples are read; and the last statement can arrive after 'exit'.
  void Promise.all([once(child, 'exit'), once(statements, 'close')]).then(end, end);
  // When a process ends, Node empties every output that has no reader yet. This marks ours as having one.
  child.stdout!.on('readable', () => undefined);
  return {
    ...facts,
    samples: child.stdout!,
    opened: opened.promise,
    finished: finished.promise,
    kill: (reason) => {
      killedFor ??= reason;
      child.kill('SIGKILL');
    },
  };
}
