/** From a route's zod schemas to its part of the document, and the document's last touches. */
import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { jsonSchemaOf, transformSchemas } from './json-schema.js';

interface RouteSchema {
  hide?: boolean;
  body?: z.ZodType | { content: Record<string, { schema: z.ZodType }> };
  querystring?: z.ZodObject;
}

export const transformRoute: SwaggerTransform = (document) => {
  const { body, querystring, ...rest } = (document.schema ?? { hide: true }) as RouteSchema;
  // The library knows bodies of one type only.
  const perType = body && 'content' in body ? body.content : null;
  const takesQuery = querystring && Object.keys(querystring.shape).length > 0;
  const schema = {
    ...rest,
    ...(takesQuery ? { querystring } : {}),
    ...(body && !perType ? { body } : {}),
  };
  // The library's type asks for its own body; here it is left out, or added below.
  const made = transformSchemas({ ...document, schema: schema as never });
  if (perType) {
    const content = Object.entries(perType).map(([type, media]) => [
      type,
      { schema: jsonSchemaOf(media.schema, 'input') },
    ]);
    (made.schema as Record<string, unknown>).body = { content: Object.fromEntries(content) };
  }
  return made;
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const descriptions: Readonly<Record<string, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

export const transformObject: SwaggerTransformObject = (document) => {
  // The document as the JSON that it is: its own types have no index by name.
  const made = jsonSchemaTransformObject(document) as unknown as { [key: string]: Json };
  const { schemas } = made.components as { schemas: { [key: string]: Json } };
  // Every named schema is one of answers: its twin for requests is referred to by nothing.
  for (const name of Object.keys(schemas))
    if (name.endsWith('Input') || name === '__shared') delete schemas[name];
  // And back: cleaning changes names and texts, not the shape.
  return cleaned(made) as unknown as ReturnType<SwaggerTransformObject>;
};

/** Drops what the generator adds and no reader needs: the bounds of safe integers, the pattern behind a format. */
function cleaned(value: Json): Json {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  const kept: { [key: string]: Json } = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) continue;
    if (key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) continue;
    if (key === 'pattern' && value.format === 'date-time') continue;
    kept[key] = cleaned(inner);
    const response = kept[key];
    if (
      key in descriptions &&
      typeof response === 'object' &&
      response !== null &&
      'description' in response
    ) {
      const named = response as { description: Json };
      if (named.description === 'Default Response') named.description = descriptions[key] as string;
    }
  }
  return kept;
}
