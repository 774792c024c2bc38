/** Pieces of schema that many routes share. */
import { z } from 'zod';
import { shownName } from '../../domain/formatting-characters.js';
import { type ProblemCode, problemCodes, problems } from '../../domain/problems.js';

export const isoTime = z.iso.datetime();

/** An id in a body or path: any short text, because a wrong one is unknown rather than malformed. */
export const id = z.string().min(1).max(100);

/** One line of text that people read: a title, an artist, what something is called. */
export const line = (maxCharacters: number): z.ZodString =>
  z.string().overwrite(shownName).max(maxCharacters);

export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('How many at most'),
  cursor: id.optional().describe('`next_cursor` of the page before'),
});

export const nextCursor = z.string().nullable().describe('Null on the last page');

export const problemSchema = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(problemCodes as [ProblemCode, ...ProblemCode[]]),
    request_id: z.string(),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().describe('JSON Pointer as a URI fragment: `#/musicId`'),
          detail: z.string(),
          in: z.enum(['body', 'query', 'path', 'header']).optional().describe('The body where absent'),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details. Branch on `code`.' });

interface ProblemResponse {
  description: string;
  content: { 'application/problem+json': { schema: typeof problemSchema } };
}

const everywhere: readonly ProblemCode[] = [
  'missing_authorization',
  'malformed_authorization',
  'expired_api_key',
  'unknown_api_key',
  'validation_error',
  'rate_limited',
  'internal_error',
];

/** Response schemas, by status, for the problems a route of the contract can answer with. */
export function problemResponses(...codes: readonly ProblemCode[]): Record<number, ProblemResponse> {
  const responses: Record<number, ProblemResponse> = {};
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set([...everywhere, ...codes])) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, list] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: list.map((code) => `\`${code}\`: ${problems[code].title}`).join('. '),
      content: { 'application/problem+json': { schema: problemSchema } },
    };
  }
  return responses;
}

/** Problems of every route that reads a JSON body. */
export const jsonBodyProblems = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ProblemCode[];

/** Problems of every route that takes a file in a form. */
export const formProblems = [
  'invalid_multipart',
  'request_timeout',
  'file_too_large',
  'unsupported_media_type',
  'not_decodable',
  'audio_too_long',
  'unavailable',
  'storage_quota',
  'storage_full',
] as const satisfies readonly ProblemCode[];

/** Problems of every route that honours Idempotency-Key. */
export const creationProblems = [
  'idempotency_in_flight',
  'idempotency_mismatch',
] as const satisfies readonly ProblemCode[];

/** Documented header of routes that create something; checked where it is used. */
export const idempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .optional()
    .describe('A repeat with the same key and body within 24 h gets the first answer again'),
});
