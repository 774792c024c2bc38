import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import type { NewSong } from '../../../domain/song.js';
import type { DatasetSong } from '../../../storage/ports.js';
import { type Answer, answerOnce } from '../../answer-once.js';
import { clientGone } from '../../client-gone.js';
import {
  creationProblems,
  formProblems,
  id,
  idempotencyHeaders,
  jsonBodyProblems,
  problemResponses,
} from '../../schemas/common.js';
import { songBody, songFacts, songSchema } from '../../schemas/dataset.js';
import { fileField } from '../../schemas/file-field.js';
import { requireMusic } from '../../start/require-music.js';
import { requireOwnDataset } from '../../start/require-own-dataset.js';
import type { Route } from '../../types.js';
import { keepUpload } from '../../upload/keep-upload.js';
import { formReader } from '../../upload/receive-form.js';
import { fieldProblem } from '../../validation.js';

const replaces = id
  .optional()
  .describe('A song of this dataset that goes at the same moment; the new one has an id of its own');
const json = z
  .strictObject({ ...songFacts, musicId: id.optional(), replaces })
  .refine((song) => song.lyrics !== undefined || song.musicId !== undefined, {
    path: ['lyrics'],
    error: 'A song needs lyrics, audio (musicId), or both.',
  });
const form = z.strictObject({ ...songFacts, replaces, file: fileField });

function noSuchSong(): Problem {
  return fieldProblem([{ pointer: '#/replaces', detail: 'Names no song of this dataset.' }]);
}

function addedSong(song: DatasetSong): Answer {
  return {
    status: 201,
    body: songBody(song, true),
    headers: { location: `/api/v1/datasets/${song.datasetId}/songs/${song.id}` },
  };
}

export const addSong: Route = (server, dependencies) => {
  const { datasets, music, songListener } = dependencies;
  server.route({
    method: 'POST',
    url: '/api/v1/datasets/:dataset_id/songs',
    schema: {
      operationId: 'addSong',
      tags: ['datasets'],
      summary: 'Add a song to a dataset, with audio, lyrics, or both, or put it in the place of another',
      headers: idempotencyHeaders,
      params: z.strictObject({ dataset_id: id }),
      body: { content: { 'application/json': { schema: json }, 'multipart/form-data': { schema: form } } },
      response: {
        201: songSchema,
        ...problemResponses(
          ...jsonBodyProblems,
          ...formProblems,
          ...creationProblems,
          'not_found',
          'read_only_dataset',
          'unknown_music_id',
        ),
      },
    },
    preValidation: formReader(dependencies),
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const accountId = request.caller.account.id;
        const { dataset_id } = request.params;
        await requireOwnDataset(datasets, accountId, dataset_id);
        const given = request.body as z.output<typeof json> | z.output<typeof form>;
        // Looked at before a file is kept; what decides is the writing below.
        if (given.replaces && !(await datasets.getSong(accountId, dataset_id, given.replaces)))
          throw noSuchSong();
        let musicId: string | null = null;
        if ('file' in given) {
          const { title, artist } = given;
          const kept = await keepUpload(
            dependencies,
            accountId,
            given.file,
            { title, artist },
            clientGone(reply),
          );
          musicId = kept.music.id;
        } else if (given.musicId !== undefined) {
          musicId = (await requireMusic(music, accountId, given.musicId)).id;
        }
        const facts: NewSong = {
          title: given.title,
          artist: given.artist ?? '',
          year: given.year ?? '',
          link: given.link ?? null,
          language: given.language ?? '',
          lyrics: given.lyrics ?? null,
          musicId,
        };
        const song = given.replaces
          ? await datasets.replaceSong(accountId, dataset_id, given.replaces, facts, (transaction, created) =>
              keep(transaction, addedSong(created)),
            )
          : (
              await datasets.addSongs(accountId, dataset_id, [facts], (transaction, created) =>
                keep(transaction, addedSong(created[0]!)),
              )
            )?.[0];
        if (!song) throw given.replaces ? noSuchSong() : new Problem('not_found');
        if (given.replaces) await songListener.removed(dataset_id, [given.replaces]);
        await songListener.added(dataset_id, [song.id]);
        return addedSong(song);
      }),
  });
};
