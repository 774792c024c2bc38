/** All tags of a file, as the decoder reports them. */
import { ComputeError } from '../../domain/compute.js';
import { startDecoder } from '../decoder-child.js';
import type { AudioFormat } from '../formats.js';
import { type DecodeLimits, defaultDecodeLimits } from '../limits.js';
import { WaitBudget } from '../wait-budget.js';

export interface FileTags {
  readonly format: AudioFormat;
  /** By field, uncleaned; at most 64 of at most 1,000 characters. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether the file has more tags than are read: there are none here then. */
  readonly isOverTagBudget: boolean;
}

/**
 * Decodes up to the first frame, in a process of its own.
 * @throws DecodeError (`bad-input`) where the content is not decodable, ComputeError `timeout`, `memory` or `crashed`
 */
export async function readTags(path: string, limits: DecodeLimits = defaultDecodeLimits): Promise<FileTags> {
  const child = await startDecoder(path, { sampleRateHz: 'native', channels: 'native' }, limits);
  const budget = new WaitBudget(limits.timeoutSeconds, child.kill);
  try {
    const { tags } = await budget.wait(child.opened);
    return { format: child.format, tags, isOverTagBudget: child.isWithoutTags };
  } finally {
    child.kill(new ComputeError('aborted', 'The tags were read.'));
    child.samples.destroy();
  }
}
