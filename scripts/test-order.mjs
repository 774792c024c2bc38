// Which test files run first. Whole-service tests take the longest: workers end together where small unit tests are last.
// Of the unit tests those that open databases are first: each database makes V8 walk the worker's heap twice (its memory
// counts as garbage to come), which is 40 MB before other tests have loaded vocabularies and dictionaries, 400 after.
import { join } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import { importGraph } from './test-kinds.mjs';

const root = join(import.meta.dirname, '..');
const database = join(root, 'src', 'storage', 'embedded.ts');
const kernels = join(root, 'src', 'compute', 'kernels.ts');
const projects = ['service', 'alone', 'unit'];

export class OrderedFiles extends BaseSequencer {
  async sort(files) {
    const { distances } = importGraph();
    const rankOf = ({ project, moduleId }) => {
      const used = project.name === 'unit' ? distances(moduleId) : new Map();
      const kind = !used.has(database) ? 2 : used.has(kernels) ? 1 : 0;
      return projects.indexOf(project.name) * 3 + kind;
    };
    const ranked = (await super.sort(files)).map((file) => ({ file, rank: rankOf(file) }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
  }
}
