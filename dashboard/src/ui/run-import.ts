/** Imports in pieces, so that a long one shows how far it is and each row or file is reported. */
import { ApiProblem, call, upload } from '../api/call.js';
import type { ImportReport, Music } from '../api/contract.js';
import { type FolderSong, songsOf } from './folder-songs.js';
import { piecesOf } from './import-pieces.js';
import { emptySum, type ImportSum, plus } from './import-report.js';

/** Told after each piece: the sum so far, the fraction done and what comes next. */
export type OnPiece = (sum: ImportSum, done: number, at: string) => void;

const songsAtOnce = 20;

export async function importTable(datasetId: string, file: File, onPiece: OnPiece): Promise<void> {
  const format = /\.(jsonl|ndjson)$/i.test(file.name) ? 'jsonl' : 'csv';
  const pieces = piecesOf(await file.text(), format);
  let sum = emptySum;
  for (const [index, { text, rowsBefore }] of pieces.entries()) {
    const part = await call<ImportReport>('POST', `/datasets/${datasetId}/import`, { format, text });
    const errors = part.errors.map(({ row, detail }) => ({ place: String(row + rowsBefore), detail }));
    sum = plus(sum, { ...part, errors });
    onPiece(sum, (index + 1) / pieces.length, file.name);
  }
}

export async function importFolder(
  datasetId: string,
  files: readonly File[],
  onPiece: OnPiece,
): Promise<void> {
  const { songs, leftOut } = songsOf(files);
  let sum: ImportSum = { ...emptySum, leftOut };
  onPiece(sum, 0, '');
  for (let start = 0; start < songs.length; start += songsAtOnce) {
    const sent: Array<{ name: string; text?: string; music_id?: string }> = [];
    for (const [offset, song] of songs.slice(start, start + songsAtOnce).entries()) {
      const before = (start + offset) / songs.length;
      onPiece(sum, before, song.name);
      try {
        const musicId = await uploadOf(song, (fraction) =>
          onPiece(sum, before + fraction / songs.length, song.name),
        );
        sent.push({
          name: (song.lyrics ?? song.audio)?.name ?? song.name,
          ...(song.lyrics && { text: await song.lyrics.text() }),
          ...(musicId && { music_id: musicId }),
        });
      } catch (error) {
        // One file that is no audio does not stop the folder; a service that is gone does.
        if (!(error instanceof ApiProblem) || error.status < 400 || error.status >= 500) throw error;
        sum = plus(sum, { added: 0, rejected: 1, errors: [{ place: song.name, detail: error.message }] });
      }
    }
    if (sent.length > 0) {
      const body = { format: 'files', files: sent };
      const part = await call<ImportReport>('POST', `/datasets/${datasetId}/import`, body);
      const errors = part.errors.map(({ row, detail }) => ({ place: sent[row - 1]?.name ?? '', detail }));
      sum = plus(sum, { ...part, errors });
    }
    onPiece(sum, Math.min(1, (start + songsAtOnce) / songs.length), '');
  }
}

async function uploadOf(
  { audio }: FolderSong,
  onProgress: (fraction: number) => void,
): Promise<string | null> {
  if (audio === null) return null;
  const path = `/music?filename=${encodeURIComponent(audio.name)}`;
  return (await upload<Music>(path, audio, onProgress)).musicId;
}
