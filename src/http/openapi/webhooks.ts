/** The callbacks as OpenAPI webhooks. */
import { callbackSchemas } from '../schemas/callbacks.js';
import { jsonSchemaOf } from './json-schema.js';

/** Signs the task_id, so that what names no task goes without it. */
const taskHeaders = [
  ['x-svc-timestamp', 'Unix seconds. The prefix `x-svc` is a setting of the instance.'],
  [
    'x-svc-signature',
    'Lower-case hex HMAC-SHA256 of `{timestamp}:{task_id}`, keyed with the literal text of the secret, `whsec_` included',
  ],
] as const;

const headers = [
  ['webhook-id', 'The same on every attempt'],
  ['webhook-timestamp', 'Unix seconds of this attempt'],
  [
    'webhook-signature',
    '`v1,` and base64 HMAC-SHA256 of `{id}.{timestamp}.{body}`, keyed with the decoded bytes behind `whsec_`; two of them after a rotation',
  ],
] as const;

/** A URL challenge has no task_id: it carries the signature over the body alone. */
function headersOf(name: string): readonly (readonly [string, string])[] {
  return name === 'url-verification' ? headers : [...taskHeaders, ...headers];
}

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
          parameters: headersOf(name).map(([header, description]) => ({
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
