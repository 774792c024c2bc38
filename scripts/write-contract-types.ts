// Writes the contract's types, which the dashboard takes from the client, from openapi/v1.json. A test fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ContractDocument, contractTypes } from './contract-types.js';

const root = resolve(import.meta.dirname, '..');
const document = JSON.parse(readFileSync(resolve(root, 'openapi/v1.json'), 'utf8')) as ContractDocument;
const path = 'client/src/contract.ts';
writeFileSync(resolve(root, path), contractTypes(document));
process.stdout.write(`wrote ${path}\n`);
