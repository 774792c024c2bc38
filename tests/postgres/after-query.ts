/** Stops a process in the middle of a transaction: work that runs after one of its queries, before the next. */
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Database } from '../../src/storage/schema.js';

/** `db`, but for `work` that runs after the first query of this kind on `table`. */
export function afterFirst(
  kind: 'InsertQueryNode' | 'UpdateQueryNode',
  table: string,
  db: Kysely<Database>,
  work: () => Promise<void>,
): Kysely<Database> {
  const asked = new WeakSet<object>();
  let isDone = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === kind && JSON.stringify(node, withoutBytes).includes(`"${table}"`)) asked.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (asked.has(queryId) && !isDone) {
        isDone = true;
        await work();
      }
      return result;
    },
  };
  return db.withPlugin(plugin);
}

const withoutBytes = (_name: string, value: unknown): unknown => (value instanceof Uint8Array ? null : value);
