/** Every route of the contract, in the order of the documentation. A new route adds one line. */
import { addFingerprint } from './routes/add-fingerprint/route.js';
import { addSong } from './routes/add-song/route.js';
import { cancelImport } from './routes/cancel-import/route.js';
import { cancelTask } from './routes/cancel-task/route.js';
import { checkFingerprint } from './routes/check-fingerprint/route.js';
import { checkLyrics } from './routes/check-lyrics/route.js';
import { compareMusic } from './routes/compare-music/route.js';
import { createDataset } from './routes/create-dataset/route.js';
import { deleteDataset } from './routes/delete-dataset/route.js';
import { deleteMusic } from './routes/delete-music/route.js';
import { describeMusic } from './routes/describe-music/route.js';
import { detectAi } from './routes/detect-ai/route.js';
import { detectPlagiarism } from './routes/detect-plagiarism/route.js';
import { downloadLyrics } from './routes/download-lyrics/route.js';
import { downloadRejections } from './routes/download-rejections/route.js';
import { downloadReport } from './routes/download-report/route.js';
import { getDataset } from './routes/get-dataset/route.js';
import { getImport } from './routes/get-import/route.js';
import { getMusic } from './routes/get-music/route.js';
import { getSong } from './routes/get-song/route.js';
import { getTask } from './routes/get-task/route.js';
import { importSongs } from './routes/import-songs/route.js';
import { listDatasets } from './routes/list-datasets/route.js';
import { listEvents } from './routes/list-events/route.js';
import { listImports } from './routes/list-imports/route.js';
import { listMusic } from './routes/list-music/route.js';
import { listSongs } from './routes/list-songs/route.js';
import { listTasks } from './routes/list-tasks/route.js';
import { readCallback } from './routes/read-callback/route.js';
import { readUsage } from './routes/read-usage/route.js';
import { removeFingerprint } from './routes/remove-fingerprint/route.js';
import { removeSong } from './routes/remove-song/route.js';
import { rerunTask } from './routes/rerun-task/route.js';
import { scanFingerprint } from './routes/scan-fingerprint/route.js';
import { transcribeLyrics } from './routes/transcribe-lyrics/route.js';
import { uploadMusic } from './routes/upload-music/route.js';
import type { Route } from './types.js';

export const contractRoutes: readonly Route[] = [
  uploadMusic,
  listMusic,
  getMusic,
  describeMusic,
  deleteMusic,
  addFingerprint,
  checkFingerprint,
  removeFingerprint,
  checkLyrics,
  detectPlagiarism,
  compareMusic,
  transcribeLyrics,
  scanFingerprint,
  detectAi,
  listTasks,
  getTask,
  downloadLyrics,
  downloadReport,
  cancelTask,
  rerunTask,
  listDatasets,
  createDataset,
  getDataset,
  deleteDataset,
  listSongs,
  addSong,
  getSong,
  removeSong,
  importSongs,
  listImports,
  getImport,
  downloadRejections,
  cancelImport,
  readUsage,
  listEvents,
  readCallback,
];
