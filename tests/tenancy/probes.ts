/**
 * For every route of the contract: how one account would try to reach another's things. `ids` are the victim's, or
 * ids that never existed: the answers to both must be the same. A route without an entry fails the test.
 */
import { form, wav } from '../contract/support/form.js';
import type { Call } from '../contract/support/service.js';

export interface Ids {
  readonly musicId: string;
  readonly datasetId: string;
  readonly songId: string;
  readonly taskId: string;
  /** Of a task that has ended. */
  readonly endedTaskId: string;
  /** Of an import that has ended, with a rejected row. */
  readonly importId: string;
}

/** What the intruder has of its own, to get past the checks before the interesting one. */
export interface Own {
  readonly musicId: string;
  readonly datasetId: string;
}

export type Probe = (ids: Ids, own: Own) => Call;

const get = (url: string): Call => ({ method: 'GET', url });
const remove = (url: string): Call => ({ method: 'DELETE', url });
const post = (url: string, json?: unknown): Call => ({
  method: 'POST',
  url,
  ...(json === undefined ? {} : { json }),
});
const send = (url: string, payload: string, type: string): Call => ({
  method: 'POST',
  url,
  payload,
  headers: { 'content-type': type },
});
/** The victim's own bytes: who uploads them must not learn that someone else has them. */
export const victimsSong = wav(0.4, 77);
const upload = (url: string, fields: ReadonlyArray<readonly [string, string]> = []): Call => ({
  method: 'POST',
  url,
  ...form(fields, [{ filename: 'mine.wav', content: victimsSong }]),
});

const music =
  (url: string): Probe =>
  ({ musicId }) =>
    post(url, { musicId });
const song = { title: 'x', lyrics: 'y' };

export const probes: Readonly<Record<string, readonly Probe[]>> = {
  'POST /api/v1/music': [() => upload('/api/v1/music')],
  'GET /api/v1/music': [() => get('/api/v1/music'), ({ musicId }) => get(`/api/v1/music?cursor=${musicId}`)],
  'GET /api/v1/music/:musicId': [({ musicId }) => get(`/api/v1/music/${musicId}`)],
  'GET /api/v1/music/:musicId/description': [
    ({ musicId }) => get(`/api/v1/music/${musicId}/description`),
    ({ musicId }) => get(`/api/v1/music/${musicId}/description?notes=true`),
  ],
  'DELETE /api/v1/music/:musicId': [({ musicId }) => remove(`/api/v1/music/${musicId}`)],
  'POST /api/v1/fingerprint/add': [music('/api/v1/fingerprint/add')],
  'POST /api/v1/fingerprint/check': [music('/api/v1/fingerprint/check')],
  'POST /api/v1/fingerprint/scan': [
    music('/api/v1/fingerprint/scan'),
    () => upload('/api/v1/fingerprint/scan'),
  ],
  'DELETE /api/v1/fingerprint/:musicId': [({ musicId }) => remove(`/api/v1/fingerprint/${musicId}`)],
  'POST /api/v1/lyric-plagiarism/:model_name': [
    ({ datasetId }) =>
      post('/api/v1/lyric-plagiarism/standard', { lyric_text: 'x', song_title: 'y', dataset_id: datasetId }),
  ],
  'POST /api/v1/plagiarism/:model_name': [
    music('/api/v1/plagiarism/standard'),
    ({ datasetId }, own) =>
      post('/api/v1/plagiarism/standard', { musicId: own.musicId, dataset_id: datasetId }),
    ({ datasetId }) => upload('/api/v1/plagiarism/standard', [['dataset_id', datasetId]]),
  ],
  'POST /api/v1/compare': [
    ({ musicId }, own) => post('/api/v1/compare', { musicId, otherMusicId: own.musicId }),
    ({ musicId }, own) => post('/api/v1/compare', { musicId: own.musicId, otherMusicId: musicId }),
  ],
  'POST /api/v1/lyric-transcription/:model': [music('/api/v1/lyric-transcription/standard')],
  'POST /api/v1/lyric_transcription/:model': [music('/api/v1/lyric_transcription/standard')],
  'POST /api/v1/ai-detection/:model_name': [music('/api/v1/ai-detection/standard')],
  'GET /api/v1/tasks': [
    () => get('/api/v1/tasks'),
    ({ taskId }) => get(`/api/v1/tasks?cursor=${taskId}`),
    ({ musicId }) => get(`/api/v1/tasks?musicId=${musicId}`),
  ],
  'GET /api/v1/tasks/:task_id': [({ taskId }) => get(`/api/v1/tasks/${taskId}`)],
  'GET /api/v1/tasks/:task_id/report': [
    ({ taskId }) => get(`/api/v1/tasks/${taskId}/report`),
    ({ endedTaskId }) => get(`/api/v1/tasks/${endedTaskId}/report`),
  ],
  'GET /api/v1/tasks/:task_id/lyrics.lrc': [
    ({ endedTaskId }) => get(`/api/v1/tasks/${endedTaskId}/lyrics.lrc`),
  ],
  'GET /api/v1/tasks/:task_id/lyrics.srt': [
    ({ endedTaskId }) => get(`/api/v1/tasks/${endedTaskId}/lyrics.srt`),
  ],
  'POST /api/v1/tasks/:task_id/cancel': [
    ({ taskId }) => post(`/api/v1/tasks/${taskId}/cancel`),
    ({ endedTaskId }) => post(`/api/v1/tasks/${endedTaskId}/cancel`),
  ],
  'POST /api/v1/tasks/:task_id/rerun': [
    ({ taskId }) => post(`/api/v1/tasks/${taskId}/rerun`),
    ({ endedTaskId }) => post(`/api/v1/tasks/${endedTaskId}/rerun`),
  ],
  'GET /api/v1/datasets': [
    () => get('/api/v1/datasets'),
    ({ datasetId }) => get(`/api/v1/datasets?cursor=${datasetId}`),
  ],
  'POST /api/v1/datasets': [() => post('/api/v1/datasets', { name: 'Secret plans' })],
  'GET /api/v1/datasets/:dataset_id': [({ datasetId }) => get(`/api/v1/datasets/${datasetId}`)],
  'DELETE /api/v1/datasets/:dataset_id': [({ datasetId }) => remove(`/api/v1/datasets/${datasetId}`)],
  'GET /api/v1/datasets/:dataset_id/songs': [
    ({ datasetId }) => get(`/api/v1/datasets/${datasetId}/songs`),
    ({ songId }, own) => get(`/api/v1/datasets/${own.datasetId}/songs?cursor=${songId}`),
  ],
  'POST /api/v1/datasets/:dataset_id/songs': [
    ({ datasetId }) => post(`/api/v1/datasets/${datasetId}/songs`, song),
    ({ musicId }, own) => post(`/api/v1/datasets/${own.datasetId}/songs`, { title: 'x', musicId }),
    ({ datasetId }) => upload(`/api/v1/datasets/${datasetId}/songs`, [['title', 'x']]),
  ],
  'GET /api/v1/datasets/:dataset_id/songs/:song_id': [
    ({ datasetId, songId }) => get(`/api/v1/datasets/${datasetId}/songs/${songId}`),
    ({ songId }, own) => get(`/api/v1/datasets/${own.datasetId}/songs/${songId}`),
  ],
  'DELETE /api/v1/datasets/:dataset_id/songs/:song_id': [
    ({ datasetId, songId }) => remove(`/api/v1/datasets/${datasetId}/songs/${songId}`),
    ({ songId }, own) => remove(`/api/v1/datasets/${own.datasetId}/songs/${songId}`),
  ],
  'POST /api/v1/datasets/:dataset_id/import': [
    ({ datasetId }) => send(`/api/v1/datasets/${datasetId}/import`, 'a,b', 'text/csv'),
    ({ musicId }, own) =>
      send(
        `/api/v1/datasets/${own.datasetId}/import`,
        JSON.stringify({ title: 'x', musicId }),
        'application/x-ndjson',
      ),
  ],
  'GET /api/v1/imports': [
    () => get('/api/v1/imports'),
    ({ importId }) => get(`/api/v1/imports?cursor=${importId}`),
    ({ datasetId }) => get(`/api/v1/imports?dataset_id=${datasetId}`),
  ],
  'GET /api/v1/imports/:import_id': [({ importId }) => get(`/api/v1/imports/${importId}`)],
  'GET /api/v1/imports/:import_id/rejections.csv': [
    ({ importId }) => get(`/api/v1/imports/${importId}/rejections.csv`),
  ],
  'POST /api/v1/imports/:import_id/cancel': [({ importId }) => post(`/api/v1/imports/${importId}/cancel`)],
  'GET /api/v1/usage': [() => get('/api/v1/usage')],
  'GET /api/v1/events': [() => get('/api/v1/events?after=0')],
  'GET /api/v1/callback': [() => get('/api/v1/callback')],
};
