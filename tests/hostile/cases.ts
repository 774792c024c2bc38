/** The door to the hostile files: what an upload must survive, each with what must become of it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaseDraft } from './case.js';
import { flacCases } from './cases-lossless.js';
import { mp4Cases } from './cases-mp4.js';
import { mpegCases } from './cases-mpeg.js';
import { oggCases } from './cases-ogg.js';
import { otherCases } from './cases-other.js';
import { waveCases } from './cases-wave.js';
import { encodeBases } from './encode.js';

export interface HostileCase {
  /** Unique; says what the file is. */
  readonly name: string;
  /** Where it lies; its name there says nothing of its content. */
  readonly path: string;
  /** The name an uploader would give. */
  readonly filename: string;
  readonly bytes: number;
  readonly expect: CaseDraft['expect'];
}

const endings: readonly string[] = ['mp3', 'wav', 'flac', 'm4a', 'aac', 'ogg', 'mov', 'mp4'];

function filenameOf({ name, filename }: CaseDraft): string {
  if (filename !== undefined) return filename;
  const first = name.split(/[ ,]/)[0]!;
  return endings.includes(first) ? `song.${first}` : 'song.mp3';
}

/** Writes all hostile files into `folder`, which is created. About 170 files, 12 MB, two seconds. */
export async function hostileCases(folder: string): Promise<HostileCase[]> {
  await mkdir(folder, { recursive: true });
  const bases = await encodeBases(folder);
  const drafts = [
    ...waveCases(),
    ...mpegCases(bases),
    ...flacCases(bases),
    ...mp4Cases(bases),
    ...oggCases(bases),
    ...otherCases(bases),
  ];
  const names = new Set(drafts.map((draft) => draft.name));
  if (names.size !== drafts.length) throw new Error('two hostile files have the same name');
  return Promise.all(
    drafts.map(async (draft, i) => {
      const path = join(folder, `hostile-${String(i).padStart(3, '0')}`);
      await writeFile(path, draft.bytes);
      return {
        name: draft.name,
        path,
        filename: filenameOf(draft),
        bytes: draft.bytes.length,
        expect: draft.expect,
      };
    }),
  );
}
