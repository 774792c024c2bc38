import { z } from 'zod';
import type { UploadWarning } from '../../../domain/upload-warnings.js';
import type { Music } from '../../../storage/ports.js';
import { type Answer, answerOnce } from '../../answer-once.js';
import { clientGone } from '../../client-gone.js';
import {
  creationProblems,
  formProblems,
  idempotencyHeaders,
  line,
  problemResponses,
} from '../../schemas/common.js';
import { fileField } from '../../schemas/file-field.js';
import { uploadedMusicBody, uploadedMusicSchema } from '../../schemas/music.js';
import type { Route } from '../../types.js';
import { keepUpload } from '../../upload/keep-upload.js';
import { formReader } from '../../upload/receive-form.js';

const form = z.strictObject({
  file: fileField,
  title: line(500).optional().describe('Else from the tags, else the file name'),
  artist: line(500).optional().describe('Else from the tags'),
});

export const uploadMusic: Route = (server, dependencies) => {
  server.route({
    method: 'POST',
    url: '/api/v1/music',
    schema: {
      operationId: 'uploadMusic',
      tags: ['music'],
      summary: 'Upload a song: an audio file or a MIDI file',
      description:
        'Streams the file to storage and answers its `musicId`. The same bytes again answer 200 with the same `musicId`.',
      headers: idempotencyHeaders,
      body: { content: { 'multipart/form-data': { schema: form } } },
      response: {
        200: uploadedMusicSchema,
        201: uploadedMusicSchema,
        ...problemResponses(...formProblems, ...creationProblems),
      },
    },
    preValidation: formReader(dependencies),
    handler: (request, reply) =>
      answerOnce(dependencies, request, reply, async (keep) => {
        const { file, title, artist } = request.body as z.output<typeof form>;
        const { music, created, warnings } = await keepUpload(
          dependencies,
          request.caller.account.id,
          file,
          { title, artist },
          clientGone(reply),
          (transaction, added, found) => keep(transaction, keptMusic(added, true, found)),
        );
        return keptMusic(music, created, warnings);
      }),
  });
};

function keptMusic(music: Music, created: boolean, warnings: readonly UploadWarning[]): Answer {
  return {
    status: created ? 201 : 200,
    body: uploadedMusicBody(music, warnings),
    headers: { location: `/api/v1/music/${music.id}` },
  };
}
