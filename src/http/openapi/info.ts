/** What the OpenAPI document says beside the routes. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { webhooks } from './webhooks.js';

/** Of the interface, not of the software: it changes when the contract does. */
const version = '1.1.1';

export function contractInfo(): FastifyDynamicSwaggerOptions['openapi'] {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Contrafact',
      version,
      description:
        'Audio and lyric analysis. Upload audio once, start analyses with its `musicId`; each answers at once and ' +
        'reports its result as a signed callback and at `/api/v1/tasks/{task_id}`.',
      // `identifier` is OpenAPI 3.1; the library's types are of 3.0. So are webhooks, below.
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } as never,
    },
    tags: [
      { name: 'music', description: 'Uploaded audio' },
      { name: 'fingerprint', description: 'Recognise the same recording' },
      { name: 'plagiarism', description: 'Shared melody and harmony' },
      { name: 'lyric-plagiarism', description: 'Lyrics that say the same' },
      { name: 'lyric-transcription', description: 'What is sung, and in which languages' },
      { name: 'ai-detection', description: 'Traces of music generators' },
      { name: 'tasks', description: 'Accepted requests and their results' },
      { name: 'datasets', description: 'Songs to compare with' },
      { name: 'callbacks', description: 'Where results are sent' },
      { name: 'account', description: 'Usage' },
    ],
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key' } },
    },
    security: [{ apiKey: [] }],
    // OpenAPI 3.1, as above.
    webhooks: webhooks() as never,
  };
}
