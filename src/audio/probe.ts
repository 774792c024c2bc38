/** Decodes a whole file to learn what it truly is, keeping nothing of its samples. */

import { cleanTag } from './clean-tag.js';
import { startDecoder } from './decoder-child.js';
import type { AudioFormat } from './formats.js';
import { hasLaterLink } from './later-link.js';
import { type DecodeLimits, defaultDecodeLimits, silencePeak } from './limits.js';
import { WaitBudget } from './wait-budget.js';

export interface ProbeResult {
  readonly format: AudioFormat;
  /** `mp3`, `aac`, `alac`, `flac`, `vorbis`, `opus`, `pcm_s16le` … */
  readonly codec: string;
  /** Of the samples that decode, not of what a header claims. */
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Largest magnitude, 1 being full scale; float and lossy files can pass it. */
  readonly peak: number;
  /** Whether nothing is louder than −90 dB of full scale. */
  readonly isSilent: boolean;
  /** What the headers promise; null where they promise nothing. */
  readonly promisedSeconds: number | null;
  /** Whether less was decoded than the headers promise, or the end was not reached, or the file ends inside a page. */
  readonly isTruncated: boolean;
  /** Whether decoding ended where a later stream of a chained Ogg file begins, of another codec, sample rate or channels. */
  readonly isLaterLinkUnread: boolean;
  /** What the file has room for, where the header declares clearly less and the rest was left unread; else null. */
  readonly roomSeconds: number | null;
  /** From the file's tags, cleaned; null where there are none. */
  readonly title: string | null;
  readonly artist: string | null;
  /** Whether the file has more tags than are read: title and artist are then null. */
  readonly isOverTagBudget: boolean;
  /** Packets that were left out because they could not be decoded. */
  readonly damagedPackets: number;
}

/**
 * Judges a local file of unknown content by decoding all of it in a process of its own.
 * @throws DecodeError (`bad-input`) with code `not_decodable` or `audio_too_long`; ComputeError `timeout`,
 *   `memory` or `crashed`
 */
export async function probe(path: string, limits: DecodeLimits = defaultDecodeLimits): Promise<ProbeResult> {
  const child = await startDecoder(path, null, limits);
  const budget = new WaitBudget(limits.timeoutSeconds, child.kill);
  const finished = await budget.wait(child.finished);
  const opened = await child.opened;
  const isLaterLinkUnread = finished.endedEarly && child.format === 'ogg' && (await hasLaterLink(path));
  const { claims } = child;
  const promisedSeconds = claims?.promisedSeconds ?? finished.declaredSeconds;
  const roomSeconds = claims?.roomSeconds ?? null;
  return {
    format: child.format,
    codec: opened.codec,
    durationSeconds: finished.durationSeconds,
    sampleRateHz: opened.sampleRateHz,
    channels: opened.channels,
    peak: finished.peak,
    isSilent: finished.peak < silencePeak,
    promisedSeconds,
    isTruncated:
      (finished.endedEarly && !isLaterLinkUnread) ||
      claims?.endsInsidePage === true ||
      isShorter(finished.durationSeconds, promisedSeconds),
    isLaterLinkUnread,
    roomSeconds: isShorter(finished.durationSeconds, roomSeconds) ? roomSeconds : null,
    isOverTagBudget: child.isWithoutTags,
    damagedPackets: finished.damagedPackets,
    title: cleanTag(opened.title),
    artist: cleanTag(opened.artist),
  };
}

/** Encoders round to frames and count their own delay: half a second, and a fiftieth, are no sign of a cut. */
function isShorter(seconds: number, promised: number | null): boolean {
  return promised !== null && seconds < 0.98 * promised - 0.5;
}
