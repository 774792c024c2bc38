import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type ContractDocument, contractTypes } from '../../scripts/contract-types.js';

const root = resolve(import.meta.dirname, '..', '..');

it('client/src/contract.ts is what openapi/v1.json says: run `npm run openapi` after a change', () => {
  const document = JSON.parse(readFileSync(resolve(root, 'openapi/v1.json'), 'utf8')) as ContractDocument;
  const written = readFileSync(resolve(root, 'client/src/contract.ts'), 'utf8');
  expect(written).toBe(contractTypes(document));
  expect(written).toContain('export interface Music {');
});

it('each form of a schema has its TypeScript counterpart', () => {
  const schemas = {
    Kind: { enum: ['one', "it's"] },
    Long: { enum: ['a'.repeat(60), 'b'.repeat(60)] },
    Whole: {
      type: 'object',
      description: 'All of it',
      properties: {
        id: { type: 'string', description: 'Its name' },
        link: { type: ['string', 'null'] },
        kinds: { type: 'array', items: { $ref: '#/components/schemas/Kind' } },
        shares: { type: 'object', additionalProperties: { type: 'number' } },
        either: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
        'odd-name': { const: true },
        anything: {},
      },
      required: ['id', 'kinds'],
    },
  };
  const text = contractTypes({ components: { schemas } });
  expect(text).toContain("export type Kind = 'one' | 'it\\'s';");
  expect(text).toContain(`export type Long =\n  | '${'a'.repeat(60)}'\n  | '${'b'.repeat(60)}';`);
  expect(text.slice(text.indexOf('/** All of it'))).toBe(`/** All of it */
export interface Whole {
  /** Its name */
  id: string;
  link?: string | null;
  kinds: Kind[];
  shares?: Record<string, number>;
  either?: Array<string | number>;
  "odd-name"?: true;
  anything?: unknown;
}
`);
});

it('a reference to nothing and an unknown type are refused', () => {
  const types = (schema: object): string => contractTypes({ components: { schemas: { One: schema } } });
  expect(() => types({ $ref: '#/components/schemas/Two' })).toThrow('not among its schemas');
  expect(() => types({ type: 'date' })).toThrow('no counterpart');
});
