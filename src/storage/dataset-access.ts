/** Which datasets an account may read: the one judge of it, for lists, songs and searches. */
import type { ExpressionBuilder, ExpressionWrapper, Kysely, SqlBool } from 'kysely';
import type { Database } from './schema.js';

type DatasetExpression = ExpressionBuilder<Database, 'datasets'>;

/** Datasets that `accountId` may read: its own and `default`. */
export function readableBy(
  accountId: string | null,
): (eb: DatasetExpression) => ExpressionWrapper<Database, 'datasets', SqlBool> {
  return (eb) =>
    eb.or([
      eb('datasets.account_id', 'is', null),
      ...(accountId === null ? [] : [eb('datasets.account_id', '=', accountId)]),
    ]);
}

/** The ids of the datasets that `accountId` may search, or only `datasetId`; null where it may not search that. */
export async function searchableDatasets(
  db: Kysely<Database>,
  accountId: string,
  datasetId: string | null,
): Promise<string[] | null> {
  let query = db.selectFrom('datasets').select('id').where(readableBy(accountId));
  if (datasetId !== null) query = query.where('id', '=', datasetId);
  const ids = (await query.execute()).map(({ id }) => id);
  return datasetId !== null && ids.length === 0 ? null : ids;
}
