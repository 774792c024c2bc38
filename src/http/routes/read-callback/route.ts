import { z } from 'zod';
import { isoTime, problemResponses } from '../../schemas/common.js';
import type { Route } from '../../types.js';

export const readCallback: Route = (server, { callbackSettings }) => {
  server.route({
    method: 'GET',
    url: '/api/v1/callback',
    schema: {
      operationId: 'readCallback',
      tags: ['callbacks'],
      summary: 'Read where callbacks go',
      description: 'The URL is registered and verified in the dashboard or with `contrafact callback set`.',
      response: {
        200: z
          .strictObject({
            url: z.string().nullable(),
            verified: z.boolean().describe('Only a verified URL receives callbacks'),
            verified_at: isoTime.nullable(),
            disabled_at: isoTime.nullable(),
            disabled_reason: z.string().nullable(),
          })
          .meta({ id: 'CallbackSettings' }),
        ...problemResponses(),
      },
    },
    handler: async (request, reply) => {
      const found = await callbackSettings.get(request.caller.account.id);
      // The secrets stay where they are: a leaked API key must not be able to forge callbacks.
      return reply.send({
        url: found?.url ?? null,
        verified: Boolean(found?.verifiedAt) && !found?.disabledAt,
        verified_at: found?.verifiedAt?.toISOString() ?? null,
        disabled_at: found?.disabledAt?.toISOString() ?? null,
        disabled_reason: found?.disabledReason ?? null,
      });
    },
  });
};
