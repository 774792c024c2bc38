/** Reads and verifies a file's Content Credentials with the C2PA project's library, in a process with limits. */
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ContentCredentials } from '../../domain/file-declarations.js';
import { childEntry, childEnvironment } from '../../sandbox/child-entry.js';
import type { C2paAnswer } from './c2pa-process.js';
import { hasCredentialMarker } from './find-marker.js';

/** What the library verifies, by the format of the file; it does not know the others. */
const mediaTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
};
/** The library holds the whole file in memory, twice. */
const maxBytes = 300_000_000;
const timeoutMs = 20_000;
const memoryMb = 512;
const maxAnswerBytes = 10_000_000;

const run = promisify(execFile);

/** IPTC's digital source types of media that a trained model made, wholly or in part. */
const aiSources = /(trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia|trainedAlgorithmicData)$/;

/** Null where the file has none, or is of a format that holds none. */
export async function readContentCredentials(
  path: string,
  format: string,
): Promise<ContentCredentials | null> {
  const mediaType = mediaTypes[format];
  if (mediaType === undefined || !(await hasCredentialMarker(path))) return null;
  if ((await stat(path)).size > maxBytes) return unreadable('file_too_large');
  const answer = await readInProcess(path, mediaType);
  if ('store' in answer) return summary(answer.store as ManifestStore);
  return answer.failure.includes('JumbfNotFound') ? null : unreadable(answer.failure.slice(0, 200));
}

async function readInProcess(path: string, mediaType: string): Promise<C2paAnswer> {
  const entry = childEntry(import.meta.url, './c2pa-process');
  try {
    const { stdout } = await run(
      process.execPath,
      [`--max-old-space-size=${memoryMb}`, ...entry.execArgv, entry.file, path, mediaType],
      { env: childEnvironment(), timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxAnswerBytes },
    );
    return JSON.parse(stdout) as C2paAnswer;
  } catch (error) {
    const { killed, signal } = error as { killed?: boolean; signal?: string };
    return { failure: killed ? 'timeout' : `ended (${signal ?? 'no answer'})` };
  }
}

/** The part of the library's report that is used. */
interface ManifestStore {
  readonly active_manifest?: string;
  readonly validation_state?: string;
  readonly validation_status?: readonly { readonly code: string }[];
  readonly manifests?: Readonly<Record<string, Manifest>>;
}

interface Manifest {
  readonly claim_generator_info?: readonly { readonly name?: string; readonly version?: string }[];
  readonly signature_info?: { readonly issuer?: string; readonly common_name?: string };
  readonly assertions?: readonly {
    readonly label: string;
    readonly data?: { readonly actions?: readonly { readonly digitalSourceType?: string }[] };
  }[];
}

function summary(store: ManifestStore): ContentCredentials {
  const problems = (store.validation_status ?? []).map(({ code }) => code);
  const manifest = store.manifests?.[store.active_manifest ?? ''];
  const generator = manifest?.claim_generator_info?.[0];
  const signer = manifest?.signature_info;
  const sources = (manifest?.assertions ?? [])
    .filter(({ label }) => label.startsWith('c2pa.actions'))
    .flatMap(({ data }) => data?.actions ?? [])
    .flatMap(({ digitalSourceType }) => (digitalSourceType ? [digitalSourceType] : []));
  return {
    // A signer that nobody here vouches for is no fault of the signature.
    signature: problems.every((code) => code === 'signingCredential.untrusted') ? 'intact' : 'broken',
    claimGenerator: text(generator?.name && [generator.name, generator.version].filter(Boolean).join(' ')),
    signedBy: text([signer?.common_name, signer?.issuer].filter(Boolean).join(', ')),
    declaresAi: sources.length === 0 ? null : sources.some((source) => aiSources.test(source)),
    problems,
  };
}

function unreadable(problem: string): ContentCredentials {
  return {
    signature: 'unreadable',
    claimGenerator: null,
    signedBy: null,
    declaresAi: null,
    problems: [problem],
  };
}

/** From a file that anybody can write: one line of bounded length. */
function text(given: string | undefined): string | null {
  const line = given
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return line ? line : null;
}
