// Writes dashboard/src/api/contract.ts from openapi/v1.json. A test fails when it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ContractDocument, contractTypes } from './contract-types.js';

const root = resolve(import.meta.dirname, '..');
const document = JSON.parse(readFileSync(resolve(root, 'openapi/v1.json'), 'utf8')) as ContractDocument;
writeFileSync(resolve(root, 'dashboard/src/api/contract.ts'), contractTypes(document));
process.stdout.write('wrote dashboard/src/api/contract.ts\n');
