/**
 * Local copies of index segments, so that compute processes can read them without the database. The database is
 * the truth: a missing or short copy is written again, one without a row is deleted.
 */
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { deleteReplaced } from '../replaced-files.js';
import type { Database } from '../schema.js';

const suffix = '.segment';

export interface SegmentFiles {
  /** The path of a copy of segment `id`; null when the segment is gone. */
  path(id: number, bytes: number): Promise<string | null>;
  /** Deletes segments whose songs are all gone, and copies of segments that were replaced (replaced-files.ts). */
  deleteUnused(): Promise<void>;
}

export function segmentFiles(db: Kysely<Database>, folder: string, keptSeconds: number): SegmentFiles {
  const checked = new Set<number>();
  const writing = new Map<number, Promise<string | null>>();
  const pathOf = (id: number): string => join(folder, `${id}${suffix}`);

  async function write(id: number, bytes: number): Promise<string | null> {
    const path = pathOf(id);
    const size = await stat(path).then(
      (stats) => stats.size,
      () => -1,
    );
    if (size !== bytes) {
      const row = await db
        .selectFrom('lyric_segments')
        .select('content')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) return null;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Renamed into place: a reader sees the whole file or none, also after a crash.
      const draft = `${path}.${process.pid}.tmp`;
      await writeFile(draft, row.content, { mode: 0o600 });
      await rename(draft, path);
    }
    checked.add(id);
    return path;
  }

  return {
    async path(id, bytes) {
      if (checked.has(id)) return pathOf(id);
      let pending = writing.get(id);
      if (!pending) {
        pending = write(id, bytes).finally(() => writing.delete(id));
        writing.set(id, pending);
      }
      return pending;
    },
    async deleteUnused() {
      await sql`delete from lyric_segments where created_at < now() - interval '10 minutes' and not exists (
        select 1 from lyric_segment_songs s where s.segment_id = lyric_segments.id)`.execute(db);
      const ids = new Set(
        (await sql<{ id: number }>`select id from lyric_segments`.execute(db)).rows.map(({ id }) =>
          String(id),
        ),
      );
      const isKept = (name: string): boolean => ids.has(name.slice(0, -suffix.length));
      for (const name of await deleteReplaced({ folder, keptSeconds, isKept })) {
        checked.delete(Number(name.slice(0, -suffix.length)));
      }
    },
  };
}
