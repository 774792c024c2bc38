// Puts the note network beside the compiled program: node scripts/basic-pitch/write-model.mjs [FILE]
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { noteNetwork } from './network.mjs';
import { readPublishedWeights } from './published-weights.mjs';

const root = resolve(import.meta.dirname, '..', '..');
const target = resolve(process.argv[2] ?? join(root, 'dist', 'models', 'note-network.onnx'));

const folder = dirname(createRequire(import.meta.url).resolve('@spotify/basic-pitch/model/model.json'));
const bytes = noteNetwork(readPublishedWeights(folder));
const digest = (content) => createHash('sha256').update(content).digest('hex');
if (!existsSync(target) || digest(readFileSync(target)) !== digest(bytes)) {
  mkdirSync(dirname(target), { recursive: true });
  // Renamed into place: a running service must never read half a model.
  const partial = `${target}.${process.pid}.partial`;
  writeFileSync(partial, bytes);
  renameSync(partial, target);
}
