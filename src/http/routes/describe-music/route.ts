import { z } from 'zod';
import { Problem } from '../../../domain/problems.js';
import { id, problemResponses } from '../../schemas/common.js';
import { descriptionSchema } from '../../schemas/description.js';
import { documented, type Route } from '../../types.js';

const retryAfterSeconds = 3;

export const describeMusic: Route = (server, { music, descriptions }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/music/:musicId/description',
    schema: {
      operationId: 'describeMusic',
      tags: ['music'],
      summary: 'Read what a song is as music: beats, key, chords, melodies, sections',
      description:
        'Computed once, in the background, after the upload. Until then the answer is 409 `description_pending` ' +
        'with `Retry-After`; music that cannot be described answers 422 `description_failed` with the reason.',
      params: z.strictObject({ musicId: id }),
      querystring: z.strictObject({
        notes: z.enum(['true', 'false']).default('false').describe('`true` adds all notes of the mix'),
      }),
      response: {
        200: descriptionSchema,
        ...problemResponses('not_found', 'description_pending', 'description_failed'),
      },
    },
    handler: async (request, reply) => {
      const { musicId } = request.params;
      const found = await music.get(request.caller.account.id, musicId);
      if (!found) throw new Problem('not_found');
      const answer = await descriptions.read(musicId, { notes: request.query.notes === 'true' });
      if (answer.state === 'failed') throw new Problem('description_failed', answer.reason);
      if (answer.state === 'pending') {
        throw new Problem('description_pending', undefined, {
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      }
      return reply
        .type('application/json; charset=utf-8')
        .send(documented({ musicId, ...answer.description }));
    },
  });
};
