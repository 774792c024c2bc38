import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { answerOnce } from '../../answer-once.js';
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

const json = z
  .strictObject({ ...songFacts, musicId: id.optional() })
  .refine((song) => song.lyrics !== undefined || song.musicId !== undefined, {
    path: ['lyrics'],
    error: 'A song needs lyrics, audio (musicId), or both.',
  });
const form = z.strictObject({ ...songFacts, file: fileField });

export const addSong: Route = (server, dependencies) => {
  const { datasets, music, songListener } = dependencies;
  server.route({
    method: 'POST',
    url: '/api/v1/datasets/:dataset_id/songs',
    schema: {
      operationId: 'addSong',
      tags: ['datasets'],
      summary: 'Add a song to a dataset, with audio, lyrics, or both',
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
      answerOnce(dependencies, request, reply, async () => {
        const accountId = request.caller.account.id;
        const { dataset_id } = request.params;
        await requireOwnDataset(datasets, accountId, dataset_id);
        const given = request.body as z.output<typeof json> | z.output<typeof form>;
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
        const added = await datasets.addSongs(accountId, dataset_id, [
          {
            title: given.title,
            artist: given.artist ?? '',
            year: given.year ?? '',
            link: given.link ?? null,
            language: given.language ?? '',
            lyrics: given.lyrics ?? null,
            musicId,
          },
        ]);
        const song = added?.[0];
        if (!song) throw new Problem('not_found');
        await songListener.added(dataset_id, [song.id]);
        return {
          status: 201,
          body: songBody(song, true),
          headers: { location: `/api/v1/datasets/${dataset_id}/songs/${song.id}` },
        };
      }),
  });
};
