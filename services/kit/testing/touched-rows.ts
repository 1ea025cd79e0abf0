import { type Kysely, sql } from 'kysely';

/**
 * Records how many rows each statement deletes or updates from now on. Returns a function that resolves to the numbers.
 */
export async function recordTouchedRows<Db>(
  db: Kysely<Db>,
  tables: readonly string[],
): Promise<() => Promise<number[]>> {
  await sql`create table touched_rows (count integer)`.execute(db);
  await sql`
    create function record_touched_rows() returns trigger language plpgsql as $$ begin
      insert into touched_rows select count(*) from touched; return null;
    end $$`.execute(db);
  for (const table of tables)
    for (const verb of ['update', 'delete'])
      await sql`
        create trigger ${sql.raw(`record_${verb}`)} after ${sql.raw(verb)} on ${sql.table(table)}
          referencing old table as touched for each statement execute function record_touched_rows()`.execute(db);
  return async () =>
    (await sql<{ count: number }>`select count from touched_rows`.execute(db)).rows.map(({ count }) => count);
}
