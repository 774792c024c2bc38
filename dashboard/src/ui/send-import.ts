/** Sends what was chosen as one import; the service works it off, whether or not this page is still open. */
import { ApiProblem, upload } from '../api/call.js';
import type { Import, Music } from '../api/contract.js';
import { type FolderSong, pathOf, songsOf } from './folder-songs.js';

/** The fraction sent, and what is being sent. */
export type OnSent = (fraction: number, name: string) => void;

/** What became no song. */
export interface NotSent {
  /** Recordings that were not accepted, and why. */
  failed: Array<{ name: string; detail: string }>;
  /** Files that are neither lyrics nor audio. */
  leftOut: number;
}

export async function sendTable(datasetId: string, file: File, onSent: OnSent): Promise<NotSent> {
  const format = /\.(jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : 'csv';
  await send(datasetId, file, format, file.name, (fraction) => onSent(fraction, file.name));
  return { failed: [], leftOut: 0 };
}

/**
 * Recordings one by one, then a row for each song, and for each recording that was rejected, so that the import counts and
 * keeps it: sent again, nothing is added twice.
 */
export async function sendFolder(
  datasetId: string,
  files: readonly File[],
  onSent: OnSent,
): Promise<NotSent> {
  const { songs, leftOut } = songsOf(files);
  const failed: NotSent['failed'] = [];
  const rows: string[] = [];
  for (const [index, song] of songs.entries()) {
    const report = (fraction: number): void => onSent((index + fraction) / songs.length, song.name);
    report(0);
    try {
      rows.push(`${JSON.stringify(await rowOf(song, report))}\n`);
    } catch (error) {
      // One file that is no audio does not stop the folder; a service that is gone does.
      if (!(error instanceof ApiProblem) || error.status < 400 || error.status >= 500) throw error;
      const name = pathOf(song.audio!);
      failed.push({ name, detail: error.message });
      rows.push(`${JSON.stringify({ file: name, rejected: error.message })}\n`);
    }
  }
  if (rows.length > 0) {
    const folder = files[0]?.webkitRelativePath.split('/')[0];
    await send(datasetId, new File(rows, 'rows'), 'jsonl', folder || `${files.length} files`, () => {});
  }
  return { failed, leftOut };
}

async function rowOf(
  { name, lyrics, audio }: FolderSong,
  onSent: (fraction: number) => void,
): Promise<Record<string, string>> {
  const path = (file: File): string => `/music?filename=${encodeURIComponent(file.name)}`;
  const music = audio && (await upload<Music>(path(audio), audio, onSent));
  return {
    file: (lyrics ?? audio)?.name ?? name,
    // A recording's own tags know better than its file's name; what the lyrics have goes before both.
    ...(lyrics ? { lrc: await lyrics.text() } : music && { title: music.title, artist: music.artist }),
    ...(music && { musicId: music.musicId }),
  };
}

function send(
  datasetId: string,
  file: File,
  format: 'csv' | 'jsonl',
  name: string,
  onSent: (fraction: number) => void,
): Promise<Import> {
  const query = new URLSearchParams({ format, name: name.slice(0, 255) });
  return upload<Import>(`/datasets/${encodeURIComponent(datasetId)}/imports?${query}`, file, onSent);
}
