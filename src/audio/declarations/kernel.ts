/** The kernel `audio.declarations`: a file in, its tags and Content Credentials. */
import type { Kernel } from '../../domain/compute.js';
import type { FileDeclarations } from '../../domain/file-declarations.js';
import { readContentCredentials } from './content-credentials.js';
import { readTags } from './read-tags.js';

export interface DeclarationsInput {
  readonly path: string;
}

export const declarationsKernel: Kernel<DeclarationsInput, FileDeclarations> = {
  name: 'audio.declarations',
  async run({ path }) {
    const { format, tags, isOverTagBudget } = await readTags(path);
    return { tags, isOverTagBudget, contentCredentials: await readContentCredentials(path, format) };
  },
};
