/**
 * Looks over a file's tags before the decoding library does. It walks over headers only, in time that grows with their
 * number; where there are more than a music file has, the library gets the audio without them.
 */
import type { DetectedFormat } from '../formats.js';
import { TagBudget } from './budget.js';
import type { ByteReader } from './byte-reader.js';
import { surveyFlac } from './flac.js';
import { countId3 } from './id3.js';
import { surveyMp4 } from './mp4.js';
import { surveyOgg } from './ogg.js';
import { surveyRiff } from './riff.js';
import type { View } from './view.js';

/** The view of the file without its tags; null where the decoder may see the file as it is. */
export function tagFreeView(reader: ByteReader, format: DetectedFormat): View | null {
  const budget = new TagBudget();
  // The decoder sees those behind an APE tag, too.
  const starts = [0, ...format.apeTags.map(({ end }) => end)];
  const ends = [...format.apeTags.map(({ start }) => start), format.audioStart];
  for (const [at, start] of starts.entries()) countId3(reader, start, ends[at]!, budget);
  const view = surveyContainer(reader, format, budget);
  return budget.isExceeded ? view : null;
}

function surveyContainer(
  reader: ByteReader,
  { demuxer, audioStart }: DetectedFormat,
  budget: TagBudget,
): View | null {
  switch (demuxer) {
    case 'flac':
      return surveyFlac(reader, audioStart, budget);
    case 'ogg':
      return surveyOgg(reader, budget);
    case 'wav':
      return surveyRiff(reader, budget);
    case 'mov':
      return surveyMp4(reader, budget);
    case 'mp3':
    case 'aac':
      return [{ start: audioStart, end: reader.length }];
    case 'w64':
      return null;
  }
}
