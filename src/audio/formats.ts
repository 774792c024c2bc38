/**
 * The allow-list: the only containers and codecs that untrusted bytes may reach. Everything else that the
 * decoding library could do (playlists, the concat demuxer, network protocols, video) stays out of reach.
 */

import type { Range } from './tag-survey/view.js';

/** Audio formats by the name the interface uses. */
export const audioFormats = ['mp3', 'wav', 'flac', 'm4a', 'aac', 'ogg'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** Demuxers by the decoding library's names. */
const demuxers = ['mp3', 'wav', 'w64', 'flac', 'mov', 'aac', 'ogg'] as const;
export type Demuxer = (typeof demuxers)[number];

/** What the content of a file turned out to be. */
export interface DetectedFormat {
  readonly format: AudioFormat;
  readonly demuxer: Demuxer;
  /** Bytes of ID3 and APE tags before it. */
  readonly audioStart: number;
  /** The APE tags among them, rising. */
  readonly apeTags: readonly Range[];
}

/** Decoders by the decoding library's names, with the name that we report. */
export const decoders: ReadonlyMap<string, string> = new Map([
  ['mp3float', 'mp3'],
  ['aac', 'aac'],
  ['alac', 'alac'],
  ['flac', 'flac'],
  ['vorbis', 'vorbis'],
  ['opus', 'opus'],
  ...['u8', 's8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be', 'f64le', 'f64be']
    .concat(['alaw', 'mulaw'])
    .map((layout): [string, string] => [`pcm_${layout}`, `pcm_${layout}`]),
]);
