import { sql, type Transaction } from 'kysely';
import { fail } from '../core/errors.ts';
import { currentRequest } from '../core/request-context.ts';
import { forgetClaims } from './idempotency.ts';
import type { KitTables } from './kit-tables.ts';

/** As in migrations/0005-gone-actors.sql. */
const actorLock = 4_716_002;

/**
 * Throws 401 when the user whose request this is was removed. A request may outlive its session by long, for no deadline
 * runs while a body arrives; what it writes would be found by nobody any more.
 */
export async function requireActorPresent(db: Transaction<KitTables>): Promise<void> {
  const actor = currentRequest()?.actor;
  if (actor?.kind === 'user' && (await isActorDeleted(db, actor.id))) throw fail('unauthenticated');
}

/** Whether somebody was removed. If not, who removes them waits for this transaction. */
export async function isActorDeleted(db: Transaction<KitTables>, actorId: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`select is_actor_gone(${actorId}) as gone`.execute(db);
  return rows[0]?.gone ?? false;
}

/** Waits for the transactions that write for somebody, and has every later one find them gone. */
export async function removeActor(db: Transaction<KitTables>, actorId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${actorLock}, hashtext(${actorId}))`.execute(db);
  await db
    .insertInto('goneActors')
    .values({ actorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await forgetClaims(db, actorId);
}
