import { sql, type Transaction } from 'kysely';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { enqueueClaimDeletion } from './idempotency.ts';
import type { KitTables } from './kit-tables.ts';

/** The same value as in migrations/0005-gone-actors.sql. */
const actorLock = 4_716_002;

/**
 * Throws 401 when the actor of the current request was removed. A request may outlive its session, because no deadline
 * runs while a body arrives; the deletion would miss the rows it writes.
 */
export async function requireActorPresent(db: Transaction<KitTables>): Promise<void> {
  const actor = currentRequest()?.actor;
  if (actor?.kind === 'user' && (await isActorDeleted(db, actor.id))) throw fail('unauthenticated');
}

/** Returns whether an actor was removed. If not, a concurrent removal waits for this transaction. */
export const isActorDeleted = async (db: Transaction<KitTables>, actorId: string): Promise<boolean> =>
  (await findDeletedActors(db, [actorId])).has(actorId);

/** Returns those of these actors who were removed. Concurrent removals of the others wait for this transaction. */
export async function findDeletedActors(
  db: Transaction<KitTables>,
  actorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (actorIds.length === 0) return new Set();
  const { rows } = await sql<{ actorId: string }>`
    select actor_id from unnest(${actorIds}::text[]) as actors (actor_id) where is_actor_gone(actor_id)`.execute(db);
  return new Set(rows.map(({ actorId }) => actorId));
}

/**
 * Marks an actor as deleted for all later transactions; waits for those that write for them. A job deletes their
 * idempotency keys.
 */
export async function removeActor(db: Transaction<KitTables>, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${actorLock}, hashtext(${actorId}))`.execute(db);
  await db
    .insertInto('goneActors')
    .values({ actorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await enqueueClaimDeletion(db, actorId);
}
