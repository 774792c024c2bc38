/** What is known of an open file before a decoder sees it: what it shall see, what the headers claim, and tags that it cannot read. */
import { apeTexts, leadingApeTag, trailingApeTag } from './ape-tag.js';
import { viewWithoutApeTags } from './ape-tag-view.js';
import type { DetectedFormat } from './formats.js';
import { endsInsidePage } from './ogg-end.js';
import { promisedSeconds } from './promised-length.js';
import { viewWithoutRepeatedHeaders } from './repeated-headers.js';
import type { ByteReader } from './tag-survey/byte-reader.js';
import { tagFreeView } from './tag-survey/survey.js';
import type { View } from './tag-survey/view.js';
import { roomSeconds } from './unread-rest.js';
import { waveData } from './wave-data.js';

export interface ShownFile {
  /** Null where the decoder may see the file as it is. */
  readonly view: View | null;
  /** Whether the file has more tags than the decoder may see, so that it gets the audio without them. */
  readonly isWithoutTags: boolean;
  /** Tags that the decoding library does not read there, by field: at most 64 of at most 1,000 characters. */
  readonly otherTags: Readonly<Record<string, string>>;
}

export function shownFile(reader: ByteReader, detected: DetectedFormat): ShownFile {
  const withoutTags = tagFreeView(reader, detected);
  return {
    view: withoutTags ?? viewWithoutApeTags(reader, detected) ?? viewWithoutRepeatedHeaders(reader, detected),
    isWithoutTags: withoutTags !== null,
    otherTags: withoutTags === null ? apeTagsOf(reader, detected) : {},
  };
}

/** Of several tags the last is the newest: programs add one behind the sound. */
function apeTagsOf(
  reader: ByteReader,
  { demuxer, audioStart, apeTags }: DetectedFormat,
): Record<string, string> {
  if (demuxer !== 'mp3' && demuxer !== 'aac') return {};
  const trailing = trailingApeTag(reader, audioStart);
  const tags = [...apeTags.map(leadingApeTag), ...(trailing ? [trailing] : [])];
  return Object.assign({}, ...tags.map((tag) => apeTexts(reader, tag))) as Record<string, string>;
}

/** What a file says of its own length: asked when it is judged, not whenever its samples are read. */
export interface FileClaims {
  /** What the headers claim, where the decoder cannot report it. */
  readonly promisedSeconds: number | null;
  /** What the file has room for, where it goes on behind the sound that its header declares. */
  readonly roomSeconds: number | null;
  readonly endsInsidePage: boolean;
}

export function fileClaims(reader: ByteReader, detected: DetectedFormat): FileClaims {
  const wave = detected.demuxer === 'wav' ? waveData(reader) : null;
  return {
    promisedSeconds: promisedSeconds(reader, detected, wave),
    roomSeconds: wave && roomSeconds(reader, wave),
    endsInsidePage: endsInsidePage(reader, detected),
  };
}
