/**
 * The one table of AI-detection labels. The names of the five generators and the versions of the family that is
 * distinguished by version stand here once; both documented label sets are built from them, so they always agree.
 */

/** The five generators of "AI Model Identification", in the order results list them. */
export const generatorIds = ['genA', 'genB', 'genC', 'genD', 'genE'] as const;
export type GeneratorId = (typeof generatorIds)[number];

/** The generator whose versions "Detailed Fake Source" distinguishes. */
export const versionedGenerator: GeneratorId = 'genD';
export const generatorVersions = ['v4', 'v4_5', 'v4_5_plus', 'v5'] as const;

export const binaryLabels = ['real', 'fake'] as const;
export const threeClassLabels = ['real', 'ai_cover', 'fake'] as const;
export const roleLabels = ['composer', 'vocalist', 'engineer'] as const;
export type Role = (typeof roleLabels)[number];

/** What an operator calls a generator instead of its neutral id. */
export type GeneratorNames = Readonly<Partial<Record<GeneratorId, string>>>;

const displayName = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;

/**
 * Checks names from an operator's configuration.
 * @throws RangeError naming the entry that is unknown, malformed, or the same as another
 */
export function checkGeneratorNames(names: Readonly<Record<string, unknown>>): GeneratorNames {
  for (const [id, name] of Object.entries(names)) {
    if (!(generatorIds as readonly string[]).includes(id)) {
      throw new RangeError(`Unknown generator "${id}": the ids are ${generatorIds.join(', ')}.`);
    }
    if (typeof name !== 'string' || !displayName.test(name)) {
      throw new RangeError(
        `The name of ${id} must be 1 to 40 letters, digits, spaces, dots, hyphens or "_".`,
      );
    }
  }
  const checked = names as GeneratorNames;
  const shown = generatorLabels(checked);
  if (new Set(shown).size !== shown.length) throw new RangeError('Two generators have the same name.');
  return checked;
}

/** Labels of "AI Model Identification": five. */
export function generatorLabels(names: GeneratorNames = {}): string[] {
  return generatorIds.map((id) => names[id] ?? id);
}

/** Labels of "Detailed Fake Source": real, the four versions, other. */
export function detailedSourceLabels(names: GeneratorNames = {}): string[] {
  const family = names[versionedGenerator] ?? versionedGenerator;
  return ['real', ...generatorVersions.map((version) => `${family}_${version}`), 'other'];
}
