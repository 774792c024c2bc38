/** Makes a received file music of an account: judged, kept as a blob, recorded. */
import { inspectMusic } from '../../audio/inspect-music.js';
import { newId } from '../../domain/ids.js';
import type { OperationName } from '../../domain/operations.js';
import { Problem } from '../../domain/problems.js';
import { StorageUnavailableError } from '../../domain/storage-unavailable.js';
import type { UploadWarning } from '../../domain/upload-warnings.js';
import type { Music, StoredBytes } from '../../storage/ports.js';
import type { WriteWith } from '../../tasks/ports.js';
import type { HttpDependencies } from '../ports.js';
import { requireAudio } from '../start/require-audio.js';
import { titleFromFilename } from './filename.js';
import type { ReceivedFile } from './received-file.js';
import { refusal } from './refusal.js';

export interface GivenFacts {
  readonly title?: string;
  readonly artist?: string;
  /** What the file is uploaded for: nothing is kept that the operation cannot use. */
  readonly operation?: OperationName;
}

export interface KeptUpload {
  readonly music: Music;
  readonly created: boolean;
  readonly warnings: readonly UploadWarning[];
}

type Written = Parameters<WriteWith<Music>>;
type WriteWithWarnings = (...given: [...Written, readonly UploadWarning[]]) => Promise<void>;

export type KeepDependencies = Pick<HttpDependencies, 'music' | 'blobs' | 'compute' | 'descriptions'> & {
  readonly settings: Pick<HttpDependencies['settings'], 'maxAudioSeconds' | 'storedBytesByPlan'>;
};

/**
 * `created: false` where the account already has these bytes; else `writeWith` is committed with the record. Throws the 422s of undecodable, too long or unusable files.
 */
export async function keepUpload(
  { music, blobs, compute, descriptions, settings }: KeepDependencies,
  accountId: string,
  file: ReceivedFile,
  given: GivenFacts,
  signal: AbortSignal,
  writeWith?: WriteWithWarnings,
): Promise<KeptUpload> {
  const earlier = await music.findBySha256(accountId, file.sha256);
  if (earlier) {
    if (given.operation) requireAudio(given.operation, earlier.format);
    return { music: earlier, created: false, warnings: [] };
  }
  const { maxAudioSeconds, storedBytesByPlan } = settings;
  const checkRoom = (stored: StoredBytes): void =>
    requireRoom(stored, storedBytesByPlan[stored.plan], file.bytes);
  // Before the work of judging it; what decides is the same at the writing, where others of the moment have come first.
  checkRoom(await music.storedBytes(accountId));
  const audio = await inspectMusic(compute, file.path, { maxAudioSeconds, signal, owner: accountId }).catch(
    (error: unknown) => {
      throw refusal(error);
    },
  );
  if (given.operation) requireAudio(given.operation, audio.format);
  const id = newId('mus');
  const blobKey = `music/${id}`;
  await music.expectBlob(blobKey);
  await blobs.put(blobKey, file.path);
  let added: { music: Music; created: boolean };
  try {
    added = await music.add(
      {
        id,
        accountId,
        title: given.title || audio.title || titleFromFilename(file.filename),
        artist: given.artist || audio.artist || '',
        filename: file.filename,
        format: audio.format,
        durationSeconds: audio.durationSeconds,
        sampleRateHz: Math.round(audio.sampleRateHz),
        channels: audio.channels,
        bytes: file.bytes,
        sha256: file.sha256,
        blobKey,
      },
      writeWith && ((transaction, written) => writeWith(transaction, written, audio.warnings)),
      checkRoom,
    );
    if (!added.created) await blobs.delete(blobKey);
  } catch (error) {
    // A connection that broke at the commit may have committed: then the record needs its blob, else it is swept.
    if (!(error instanceof StorageUnavailableError)) await blobs.delete(blobKey);
    throw error;
  }
  if (added.created) await descriptions.uploaded(id);
  return { ...added, warnings: added.created ? audio.warnings : [] };
}

/** Throws `storage_quota`. */
function requireRoom(stored: StoredBytes, limit: number, bytes: number): void {
  if (stored.bytes + bytes <= limit) return;
  throw new Problem(
    'storage_quota',
    `This file has ${bytes} bytes; the account keeps ${stored.bytes} of the ${limit} bytes that its plan allows.`,
  );
}
