import { type Expression, type Kysely, sql } from 'kysely';

/** How many rows a query finds; `most` when there are as many or more, beyond which nothing is read. */
export async function countUpTo<Db>(
  db: Kysely<Db>,
  query: { limit(most: number): Expression<unknown> },
  most: number,
): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from (${query.limit(most)}) as found`;
  const { rows } = await counted.execute(db);
  return rows[0]?.count ?? 0;
}
