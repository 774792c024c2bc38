/** Validates requests with zod and turns what is wrong into the entries of a problem document. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '../domain/problems.js';
import { Problem } from '../domain/problems.js';
import { explainIssue, explainUnknownField } from './explain-issue.js';

type Issue = z.core.$ZodIssue;

/** What the compiler hands to Fastify; the problem handler reads it back. */
export class RequestIssues extends Error {
  constructor(
    readonly issues: readonly Issue[],
    readonly schema: z.ZodType,
  ) {
    super('The request does not match its schema.');
    this.name = 'RequestIssues';
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data: unknown) => {
    const outcome = schema.safeParse(data);
    return outcome.success
      ? { value: outcome.data }
      : { error: new RequestIssues(outcome.error.issues, schema) };
  };

const places: Readonly<Record<string, FieldError['in']>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/** The 422 for issues found in the part of the request that Fastify calls `scope`. */
export function validationProblem(issues: readonly Issue[], scope: string, schema?: z.ZodType): Problem {
  const place = places[scope] ?? 'body';
  // A body of thousands of wrong fields must not make an answer that is longer still.
  const errors = oncePerField(issues.flatMap((issue) => describe(issue, [], schema))).slice(0, 50);
  return fieldProblem(errors.map((error) => (place === 'body' ? error : { ...error, in: place })));
}

/** The 422 for fields that a handler found wrong. */
export function fieldProblem(errors: readonly FieldError[]): Problem {
  const first = errors[0];
  const name = first?.pointer.replace(/^#\/?/, '') || 'body';
  return new Problem('validation_error', first ? `${name}: ${first.detail}` : undefined, { errors });
}

/** The first thing that is wrong with a field; what else is, often follows from it. */
function oncePerField(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter(({ pointer: field }) => !seen.has(field) && seen.add(field));
}

export function pointer(path: readonly PropertyKey[]): string {
  const escaped = path.map((part) => {
    const token = String(part).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
    return encodeURIComponent(token.replace(/\p{Cs}/gu, '\ufffd'));
  });
  return `#${escaped.map((part) => `/${part}`).join('')}`;
}

/** `schema`: that at `base`, where it is known; `whole`: of the request's part. */
function describe(
  issue: Issue,
  base: readonly PropertyKey[],
  schema?: z.ZodType,
  whole = schema,
): FieldError[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointer([...path, key]),
      detail: explainUnknownField(key, path, whole),
    }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The alternative that came closest says best what is missing.
    const closest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    if (closest.length > 0) return closest.flatMap((inner) => describe(inner, path, undefined, whole));
  }
  return [{ pointer: pointer(path), detail: explainIssue(issue, schema) }];
}
