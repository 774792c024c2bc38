/** Refuses text that the database cannot hold: the null character and lone surrogates. */
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
  if (typeof value !== 'object' || value === null) return null;
  if (path.length >= maxDepth) return wrong('Nested too deeply.');
  for (const [key, inner] of Object.entries(value)) {
    const detail = unstorable(key);
    if (detail) return wrong(detail);
    const found = find(inner, [...path, key], place);
    if (found) return found;
  }
  return null;
}

/** What is wrong with the text, or null. */
function unstorable(text: string): string | null {
  if (text.includes('\0')) return 'Text must not contain the null character.';
  if (/\p{Cs}/u.test(text)) return 'Text must be well-formed Unicode: it contains half of a surrogate pair.';
  return null;
}
