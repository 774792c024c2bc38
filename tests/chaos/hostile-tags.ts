/** Files under as many tags as they can carry, several of one account at once, beside an account that works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBases } from '../hostile/encode.js';
import { hostileTags, type TaggedFile, type TagKind } from '../hostile/tags.js';
import { type OtherUpload, quietUploads, uploadFigures } from './other-upload.js';
import type { Site } from './site.js';
import { uploadStatus } from './upload-status.js';

/** The four that made another account's upload wait 130 s at version 1.0.0. */
const kinds: readonly TagKind[] = [
  'ID3 frames TXXX',
  'boxes within each other',
  'Vorbis comments in Ogg',
  'FLAC comment blocks',
];

interface TagLoad {
  readonly seconds: number;
  /** Hostile files at a time. */
  readonly tagUploads: number;
  /** The part of the fields that cost minutes: 1 is a file of 22 MB. */
  readonly tagPart: number;
}

export const hostileTagFlood = {
  name: 'hostile tags',
  async run(site: Site, load: TagLoad): Promise<string> {
    const files = await makeFiles(load);
    const { upload, quiet } = await quietUploads(site);
    const answers: number[] = [];
    const flooded: number[] = [];
    const endsAt = Date.now() + load.seconds * 1000;
    for (let round = 0; round === 0 || Date.now() < endsAt; round++) {
      const seen = await floodRound(site, files.map(unlike(round)), upload);
      answers.push(...seen.answers);
      flooded.push(...seen.flooded);
    }
    const counts = new Map<number, number>();
    for (const status of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    const answered = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
    return `${files.length} at once: ${answered}; ${uploadFigures(quiet, flooded)}`;
  },
};

/** How many of the hostile uploads were still unanswered when the other account, which came last, was answered. */
export async function behindTheOther(site: Site, load: TagLoad): Promise<number> {
  const files = await makeFiles(load);
  const { upload } = await quietUploads(site);
  let unanswered = files.length;
  const hostile = files.map(async (file) => {
    await answered(site, file);
    unanswered -= 1;
  });
  // Once one of them is answered, the others have had the time to be in the queue.
  await Promise.race(hostile);
  await upload();
  const behind = unanswered;
  await Promise.all(hostile);
  return behind;
}

/** All hostile files at once, and the other account's uploads one after the other until the last is answered. */
async function floodRound(
  site: Site,
  files: readonly TaggedFile[],
  upload: OtherUpload,
): Promise<{ answers: number[]; flooded: number[] }> {
  let isOver = false;
  const hostile = Promise.all(files.map((file) => answered(site, file))).finally(() => {
    isOver = true;
  });
  const flooded: number[] = [];
  do flooded.push(await upload());
  while (!isOver);
  return { answers: await hostile, flooded };
}

/** Throws where the upload is answered as no such upload may be. */
async function answered(site: Site, { filename, bytes }: TaggedFile): Promise<number> {
  const { status, code } = await uploadStatus(site, bytes, filename);
  if (![201, 422, 429, 503].includes(status)) {
    throw new Error(`${filename} was answered ${status} ${code ?? ''}`);
  }
  return status;
}

async function makeFiles({ tagUploads, tagPart }: TagLoad): Promise<TaggedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-tags-'));
  try {
    const bases = await encodeBases(folder);
    const ofKinds = kinds.map((kind) => hostileTags(bases, kind, tagPart));
    return Array.from({ length: tagUploads }, (_, n) => unlike(-1 - n)(ofKinds[n % ofKinds.length]!));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same file with four bytes behind it: a file that the account has uploaded before is not read again. */
function unlike(mark: number): (file: TaggedFile) => TaggedFile {
  const behind = Buffer.alloc(4);
  behind.writeInt32LE(mark);
  return ({ filename, bytes }) => ({ filename, bytes: Buffer.concat([bytes, behind]) });
}
