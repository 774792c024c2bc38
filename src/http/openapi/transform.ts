/** From a route's zod schemas to its part of the document. */
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

export const transformObject: SwaggerTransformObject = jsonSchemaTransformObject;
