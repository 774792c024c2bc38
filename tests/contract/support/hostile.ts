/** Arbitrary requests from a route's own schemas: some nearly right, most wrong in one way or another. */
import fc from 'fast-check';
import { z } from 'zod';
import type { ContractRoute } from '../../../src/http/types.js';
import { form, wav } from './form.js';
import type { Call } from './service.js';

/** Text that breaks software: null and control characters, half surrogates, other scripts, SQL, paths, markup. */
const nastyText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '🎵'.repeat(50),
    'é\u0301\u0327',
    '\u202eevil',
    "'; drop table music; --",
    '../../etc/passwd',
    '%00',
    '<script>alert(1)</script>',
    '{"a":1}',
    'null',
    '-1',
    '1e999',
    '__proto__',
    'constructor',
    'x'.repeat(101),
    'x'.repeat(25_000),
    '\n'.repeat(600),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

const anyJson = fc.oneof(
  { depthSize: 'small' },
  nastyText,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -0, 1e308),
);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  default?: unknown;
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** A value of the schema's kind, using what exists where a name says so. */
function valueFor(
  name: string,
  schema: JsonSchema,
  known: Readonly<Record<string, string>>,
): fc.Arbitrary<unknown> {
  const right: fc.Arbitrary<unknown>[] = [];
  if (name in known) right.push(fc.constant(known[name]));
  if (schema.enum) right.push(fc.constantFrom(...schema.enum));
  else if (schema.type === 'integer' || schema.type === 'number')
    right.push(fc.integer({ min: 1, max: 300 }));
  else right.push(fc.string({ minLength: 1, maxLength: 30 }));
  return fc.oneof({ weight: 6, arbitrary: fc.oneof(...right) }, { weight: 1, arbitrary: anyJson });
}

/** An object of the schema with fields left out, wrong, or added. */
function objectFor(
  schema: z.ZodType | undefined,
  known: Readonly<Record<string, string>>,
): fc.Arbitrary<Record<string, unknown>> {
  const properties = schema ? (jsonSchema(schema).properties ?? {}) : {};
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, valueFor(name, property, known)]),
  );
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.record(fields),
      fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.dictionary(nastyText, anyJson, { maxKeys: 2 })),
      fc.boolean(),
    )
    .map(([partial, whole, extra, complete]) => ({ ...(complete ? whole : partial), ...extra }));
}

const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd');

/** Objects as JSON: one whose own `toString` is no function has no text of its own. */
const textOf = (value: unknown): string =>
  wellFormed(typeof value === 'object' ? JSON.stringify(value) : String(value));

function pathFor(route: ContractRoute, known: Readonly<Record<string, string>>): fc.Arbitrary<string> {
  const names = [...route.url.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  const properties = route.schema.params ? (jsonSchema(route.schema.params).properties ?? {}) : {};
  const raw = fc.constantFrom('%00', '%E0%A4%A', '%ff', '..', '%2e%2e%2f', '%', 'a%2Fb');
  const parts = names.map((name) =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: valueFor(name, properties[name] ?? {}, known).map((value) =>
          encodeURIComponent(textOf(value)),
        ),
      },
      { weight: 1, arbitrary: raw },
    ),
  );
  return fc.tuple(...parts).map((values) => {
    let url = route.url;
    names.forEach((name, index) => {
      url = url.replace(`:${name}`, () => (values[index] as string) || 'x');
    });
    return url;
  });
}

function queryFor(route: ContractRoute, known: Readonly<Record<string, string>>): fc.Arbitrary<string> {
  const wanted = objectFor(route.schema.querystring, known).map((query) =>
    Object.entries(query)
      .flatMap(([name, value]) => (Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]]))
      .map((pair) => pair.map((part) => encodeURIComponent(textOf(part))).join('='))
      .join('&'),
  );
  const raw = fc.constantFrom('limit=1&limit=2', '%', '=', '&&&', 'a[b]=c', '%00=%00', '__proto__=1');
  return fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 4, arbitrary: wanted }, raw);
}

type Body = Pick<Call, 'payload' | 'headers'>;

function bodyFor(route: ContractRoute, known: Readonly<Record<string, string>>): fc.Arbitrary<Body> {
  const { body } = route.schema;
  const perType = body && 'content' in body ? body.content : null;
  const jsonBody = perType ? perType['application/json']?.schema : (body as z.ZodType | undefined);
  const asJson = (payload: string): Body => ({ payload, headers: { 'content-type': 'application/json' } });
  const fields = objectFor(jsonBody, known);
  const choices: fc.WeightedArbitrary<Body>[] = [
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: jsonBody ? 6 : 1, arbitrary: fields.map((value) => asJson(JSON.stringify(value))) },
    { weight: 1, arbitrary: anyJson.map((value) => asJson(JSON.stringify(value) ?? '')) },
    { weight: 1, arbitrary: fields.map((value) => asJson(JSON.stringify(value).slice(0, -2))) },
    { weight: 1, arbitrary: nastyText.map((text) => asJson(wellFormed(text))) },
    { weight: 1, arbitrary: fc.constant(asJson(`${'['.repeat(5000)}${']'.repeat(5000)}`)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(nastyText, fc.constantFrom('text/plain', 'image/png', 'application/json; charset=utf-16', 'x'))
        .map(([text, type]) => ({ payload: wellFormed(text), headers: { 'content-type': type } })),
    },
  ];
  for (const type of Object.keys(perType ?? {})) {
    if (type === 'application/json') continue;
    const arbitrary =
      type === 'multipart/form-data' ? formFor(perType?.[type]?.schema, known) : textFor(type);
    choices.push({ weight: 6, arbitrary });
  }
  return fc.oneof(...choices);
}

function textFor(type: string): fc.Arbitrary<Body> {
  const rows = fc.array(nastyText.map(wellFormed), { maxLength: 8 }).map((lines) => lines.join('\n'));
  return rows.map((payload) => ({ payload, headers: { 'content-type': type } }));
}

function formFor(schema: z.ZodType | undefined, known: Readonly<Record<string, string>>): fc.Arbitrary<Body> {
  const contents = fc.oneof(
    fc.constant(wav(0.05, 3)),
    fc.constant(wav(30, 3)),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  );
  const file = fc.record({
    name: fc.oneof({ weight: 6, arbitrary: fc.constant('file') }, fc.constantFrom('audio', '__proto__', '')),
    filename: fc.oneof(
      fc.constant('a.wav'),
      nastyText.map((text) => wellFormed(text).replace(/["\r\n]/g, '')),
    ),
    content: contents,
  });
  return fc
    .tuple(
      objectFor(schema, known),
      fc.array(file, { maxLength: 2 }),
      fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
    )
    .map(([fields, files, share]) => {
      const pairs = Object.entries(fields)
        .filter(([name]) => name !== 'file')
        .map(([name, value]): [string, string] => [wellFormed(name).replace(/["\r\n]/g, ''), textOf(value)]);
      const { payload, headers } = form(pairs, files);
      return { payload: payload.subarray(0, Math.round(payload.length * share)), headers };
    });
}

/** Any request to the route. `known` holds ids that exist, by the name of the parameter or field. */
export function hostileCall(
  route: ContractRoute,
  known: Readonly<Record<string, string>>,
): fc.Arbitrary<Call> {
  const key = fc.option(fc.string({ minLength: 1, maxLength: 20 }), { freq: 8, nil: undefined });
  return fc
    .tuple(pathFor(route, known), queryFor(route, known), bodyFor(route, known), key)
    .map(([path, query, body, idempotencyKey]) => ({
      method: route.method as Call['method'],
      url: query === '' ? path : `${path}?${query}`,
      ...(route.method === 'GET' ? {} : body),
      headers: {
        ...(route.method === 'GET' ? {} : body.headers),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
    }));
}
