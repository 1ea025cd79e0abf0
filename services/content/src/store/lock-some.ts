import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ContentDb } from './tables.ts';

type TableWithId = 'comments' | 'cases' | 'reports' | 'caseDecisions';

/**
 * Locks up to `limit` rows that meet a condition (SQL), which needs an index, until the transaction ends; returns their ids,
 * and none only when no such row is left: all that were found may have been changed while they were waited for.
 */
export async function lockSome(
  db: Kysely<ContentDb>,
  table: TableWithId,
  where: RawBuilder<unknown>,
  limit: number,
): Promise<string[]> {
  const from = sql.table(table);
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select id from ${from} where ${where} limit ${limit} for update`.execute(db);
    if (rows.length > 0) return rows.map(({ id }) => id);
    if ((await sql`select from ${from} where ${where} limit 1`.execute(db)).rows.length === 0) return [];
  }
}
