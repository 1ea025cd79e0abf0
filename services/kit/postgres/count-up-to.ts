import { type Expression, type Kysely, sql } from 'kysely';

/** Counts the rows of a query up to `limit`, beyond which no rows are read. */
export async function countUpTo<Db>(
  db: Kysely<Db>,
  query: { limit(limit: number): Expression<unknown> },
  limit: number,
): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from (${query.limit(limit)}) as found`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}
