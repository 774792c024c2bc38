/** Opens a recogniser once in a compute process: its sessions stay open between calls. */

import { ComputeError } from '../../domain/compute.js';
import { findModel, loadManifest } from '../../models/manifest.js';
import { type VerifiedModel, verifiedModel } from '../../models/verified-model.js';
import { recogniserFiles } from './installed-models.js';
import { openRecogniser, type WhisperRecogniser } from './whisper/recogniser.js';

export interface OpenRecogniser {
  readonly recogniser: WhisperRecogniser;
  readonly verified: VerifiedModel;
}
const open = new Map<string, Promise<OpenRecogniser>>();

async function openModel(modelsDir: string, id: string, threads: number): Promise<OpenRecogniser> {
  const manifest = loadManifest();
  const verified = await verifiedModel(manifest, modelsDir, id);
  const files = { folder: verified.folder, ...recogniserFiles(findModel(manifest, id)) };
  return { recogniser: await openRecogniser(files, threads), verified };
}

/** @throws ComputeError that names the file at fault and the commands that repair it */
export async function openRecogniserOnce(
  modelsDir: string,
  id: string,
  threads: number,
): Promise<OpenRecogniser> {
  const key = `${modelsDir}:${id}:${threads}`;
  const opening = open.get(key) ?? openModel(modelsDir, id, threads);
  open.set(key, opening);
  return opening.catch((error: Error) => {
    // A repaired model must not need a restart.
    open.delete(key);
    throw new ComputeError(
      'bad-input',
      `The recogniser "${id}" cannot be used. ${error.message} ` +
        `If this stays so: \`contrafact models remove ${id}\`, then \`contrafact models pull ${id}\`.`,
    );
  });
}
