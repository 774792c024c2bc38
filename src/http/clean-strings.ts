/** Rejects text that the database cannot hold, in every request: the null character and lone surrogates. */
import type { FastifyRequest } from 'fastify';
import type { FieldError } from '../domain/problems.js';
import { fieldProblem, pointer } from './validation.js';

const maxDepth = 64;

/** Throws the 422 that names the first such text in path, query or body. */
export function refuseUnstorableText(request: FastifyRequest): void {
  const found =
    find(request.params, [], 'path') ?? find(request.query, [], 'query') ?? find(request.body, [], undefined);
  if (found) throw fieldProblem([found]);
}

function find(value: unknown, path: string[], place: FieldError['in']): FieldError | null {
  const wrong = (detail: string): FieldError => ({
    pointer: pointer(path),
    detail,
    ...(place ? { in: place } : {}),
  });
  if (typeof value === 'string') {
    const detail = unstorable(value);
    return detail ? wrong(detail) : null;
  }
  // A received file or a stream is no text, and its fields are not the client's.
  if (typeof value !== 'object' || value === null || !isPlain(value)) return null;
  if (path.length >= maxDepth) return wrong('Nested too deeply.');
  for (const [key, inner] of Object.entries(value)) {
    const detail = unstorable(key);
    if (detail) return wrong(detail);
    const found = find(inner, [...path, key], place);
    if (found) return found;
  }
  return null;
}

/** What a parser made of a body or a query: an array, or an object of no class. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What is wrong with the text, or null. */
function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'Text must not contain the null character.';
  if (/\p{Cs}/u.test(text)) return 'Text must be well-formed Unicode: it contains half of a surrogate pair.';
  return null;
}
