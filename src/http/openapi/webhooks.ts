/** The callbacks as OpenAPI webhooks. */
import { callbackSchemas } from '../schemas/callbacks.js';
import { jsonSchemaOf } from './json-schema.js';

const headers = [
  ['x-svc-timestamp', 'Unix seconds. The prefix `x-svc` is a setting of the instance.'],
  ['x-svc-signature', 'Lower-case hex HMAC-SHA256 of `{timestamp}:{task_id}`'],
  ['webhook-id', 'The same on every attempt'],
  ['webhook-timestamp', 'Unix seconds of this attempt'],
  [
    'webhook-signature',
    '`v1,` and base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`; two of them after a rotation',
  ],
];

export function webhooks(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(callbackSchemas).map(([name, { summary, body }]) => [
      name,
      {
        post: {
          operationId: `callback-${name}`,
          summary,
          tags: ['callbacks'],
          security: [],
          parameters: headers.map(([header, description]) => ({
            name: header,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchemaOf(body, 'output') } },
          },
          responses: { 200: { description: 'Any status from 200 to 299 accepts the callback.' } },
        },
      },
    ]),
  );
}
