/** The account beside the one that floods: how long its upload of half a megabyte takes. */
import { songFile } from '../support/songs.js';
import type { Site } from './site.js';
import { uploadStatus } from './upload-status.js';

const uploadSeconds = 12.5;

/** Uploads one more song that is unlike the others; returns the milliseconds to its answer. */
export type OtherUpload = () => Promise<number>;

/** The upload of a new account, and what five of them take while nothing else happens. */
export async function quietUploads(site: Site): Promise<{ upload: OtherUpload; quiet: number[] }> {
  const { account } = await site.customer();
  const upload = uploader({ ...site, account });
  // The first wait for processes to start.
  for (let n = 0; n < 2; n++) await upload();
  const quiet = [];
  for (let n = 0; n < 5; n++) quiet.push(await upload());
  return { upload, quiet };
}

/** What became of the other account's uploads, in a few words. */
export function uploadFigures(quiet: readonly number[], flooded: readonly number[]): string {
  const size = `${Math.round(songFile(0, uploadSeconds).length / 1000)} kB`;
  return `another account's upload of ${size}: median ${ms(median(quiet))} quiet, ${ms(median(flooded))} flooded (worst ${ms(Math.max(...flooded))} of ${flooded.length})`;
}

function uploader(site: Site): OtherUpload {
  const song = songFile(0, uploadSeconds);
  let mark = 0;
  return async () => {
    song.writeUInt16LE(++mark & 0xffff, 44);
    const startedAt = performance.now();
    const { status } = await uploadStatus(site, Buffer.from(song), 'other.wav');
    if (status !== 201) throw new Error(`the other account's upload was answered ${status}`);
    return performance.now() - startedAt;
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const ms = (value: number): string => `${Math.round(value)} ms`;
