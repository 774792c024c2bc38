/** The entry point of whatever runs an installed model: its files are there, and are the ones that were installed. */
import { verifyModel } from './installed.js';
import { findModel, type Manifest, modelFolder } from './manifest.js';

/** A model whose files were found to be as the manifest or the first pull recorded them. */
export interface VerifiedModel {
  readonly id: string;
  readonly folder: string;
  /** SHA-256 of each file, by path. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Throws an error that names the file that is missing or changed, and the command that repairs it. */
export async function verifiedModel(
  manifest: Manifest,
  modelsDir: string,
  id: string,
): Promise<VerifiedModel> {
  const entry = findModel(manifest, id);
  const folder = modelFolder(entry, modelsDir);
  const reports = await verifyModel(entry, modelsDir);
  for (const { path, state } of reports) {
    if (state !== 'missing' && state !== 'wrong-hash') continue;
    const what = state === 'missing' ? 'is missing' : 'is not the file that was installed (its hash differs)';
    throw new Error(`${path} of the model "${id}" ${what}. Repair it with \`contrafact models pull ${id}\`.`);
  }
  return { id, folder, hashes: Object.fromEntries(reports.map(({ path, actual }) => [path, actual!])) };
}
