/** zod to JSON Schema, with references to the named schemas among the document's components. */
import type { SwaggerTransform } from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { z } from 'zod';

export const transformSchemas: SwaggerTransform = createJsonSchemaTransform({}) as SwaggerTransform;

const document = { openapiObject: { openapi: '3.1.0' } };

/** `input` is what a caller sends, `output` what a caller gets: defaults are optional in one and present in the other. */
export function jsonSchemaOf(schema: z.ZodType, direction: 'input' | 'output'): unknown {
  const request = direction === 'input' ? { body: schema } : { response: { 200: schema } };
  const made = transformSchemas({
    ...document,
    // The library takes a route; only its schema is looked at.
    schema: request as never,
    url: '',
    route: {} as never,
  } as Parameters<SwaggerTransform>[0]).schema as { body?: unknown; response?: Record<number, unknown> };
  return direction === 'input' ? made.body : made.response?.[200];
}
