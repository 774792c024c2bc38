/**
 * What a file states about its own making: tags and Content Credentials (C2PA). It is reported beside the acoustic
 * verdict and never changes it: anybody can write a tag, and its absence means nothing.
 */
import type { FileDeclarations } from '../../../domain/file-declarations.js';
import type { JsonObject } from '../../../domain/task.js';
import { namedGenerator } from './named-generator.js';

/** A tag that names a generator. */
export interface DeclaredTag {
  readonly field: string;
  readonly text: string;
  readonly generator: string;
}

/** Titles and names of artists are not asked: a song may be named after anything. */
const unaskedFields = new Set([
  'title',
  'artist',
  'album',
  'album_artist',
  'genre',
  'lyrics',
  'date',
  'track',
]);

/** @param tags by field, as the file has them */
export function declaredTags(tags: Readonly<Record<string, string>>): DeclaredTag[] {
  return Object.entries(tags).flatMap(([field, text]) => {
    const generator = unaskedFields.has(field.toLowerCase()) ? null : namedGenerator(text);
    return generator === null ? [] : [{ field, text, generator }];
  });
}

/** As it stands in `detail.declared`. */
export function declaredToJson({
  tags,
  isOverTagBudget,
  contentCredentials: found,
}: FileDeclarations): JsonObject {
  return {
    tags_read: !isOverTagBudget,
    tags: declaredTags(tags).map((tag) => ({ ...tag })),
    content_credentials: found && {
      signature: found.signature,
      claim_generator: found.claimGenerator,
      signed_by: found.signedBy,
      declares_ai: found.declaresAi,
      problems: [...found.problems],
    },
  };
}
