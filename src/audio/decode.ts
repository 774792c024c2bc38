/** The entry point of decoding: opens a file of unknown content as PCM. The decoder itself can be replaced behind it. */
import { ComputeError, type PcmFormat, type PcmStream } from '../domain/compute.js';
import { type DecoderChild, startDecoder } from './decoder-child.js';
import { type DecodeLimits, defaultDecodeLimits, sampleRateRangeHz } from './limits.js';
import { WaitBudget } from './wait-budget.js';

/** PCM that holds a process: read it to its end, leave its loop, or close it. */
export interface OpenPcmStream extends PcmStream {
  /** Ends the decoding process. Harmless when it has ended already. */
  close(): void;
}

/** Cuts a stream of bytes into whole frames of samples; what is left over waits for the next bytes. */
class FrameCutter {
  private rest: Buffer = Buffer.alloc(0);

  constructor(private readonly frameBytes: number) {}

  cut(bytes: Buffer): Float32Array {
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    const whole = all.length - (all.length % this.frameBytes);
    this.rest = all.subarray(whole);
    // A copy of its own: a chunk of a socket lies at any offset of a shared buffer.
    const samples = new Float32Array(whole / 4);
    new Uint8Array(samples.buffer).set(all.subarray(0, whole));
    return samples;
  }
}

async function* readSamples(
  child: DecoderChild,
  channels: number,
  budget: WaitBudget,
): AsyncGenerator<Float32Array> {
  const cutter = new FrameCutter(channels * 4);
  const chunks = child.samples[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const chunk = await budget.wait(chunks.next());
      if (chunk.done === true) break;
      const samples = cutter.cut(chunk.value);
      if (samples.length > 0) yield samples;
    }
    // The samples may have ended because the process failed: only its summary says that they are all.
    await budget.wait(child.finished);
  } finally {
    child.kill(new ComputeError('aborted', 'Decoding was stopped.'));
    child.samples.destroy();
  }
}

function checkFormat({ sampleRateHz, channels }: PcmFormat): void {
  const { min, max } = sampleRateRangeHz;
  const isRate = Number.isInteger(sampleRateHz) && Number(sampleRateHz) >= min && Number(sampleRateHz) <= max;
  if (sampleRateHz !== 'native' && !isRate) {
    throw new RangeError(`sampleRateHz must be 'native' or a whole number from ${min} to ${max}.`);
  }
  if (channels !== 'native' && channels !== 1 && channels !== 2) {
    throw new RangeError("channels must be 'native', 1 or 2.");
  }
}

/**
 * Decodes a local file in a process of its own. Samples are finite, in −1 … 1, interleaved, in chunks of whole
 * frames; encoder delay is removed; mono is the mean of the two channels of stereo. The process waits where the
 * reader is slow. The stream can be iterated once.
 * @throws DecodeError (`bad-input`) where the content is not decodable or too long, ComputeError `timeout`,
 *   `memory` or `crashed` where decoding itself fails; while iterating, the same
 */
export async function openPcm(
  path: string,
  format: PcmFormat,
  limits: DecodeLimits = defaultDecodeLimits,
): Promise<OpenPcmStream> {
  checkFormat(format);
  const child = await startDecoder(path, format, limits);
  const budget = new WaitBudget(limits.timeoutSeconds, child.kill);
  const { sampleRateHz, channels } = await budget.wait(child.opened);
  const samples = readSamples(child, channels, budget);
  return {
    sampleRateHz,
    channels,
    [Symbol.asyncIterator]: () => samples,
    close: () => child.kill(new ComputeError('aborted', 'Decoding was stopped.')),
  };
}
