import { deserialize, serialize } from 'node:v8';
import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { fail } from '../core/errors.ts';
import { currentRequest, type RequestContext } from '../core/request-context.ts';
import type { KitTables } from './kit-tables.ts';
import { deleteAll } from './portions.ts';

const retentionMs = 24 * 60 * 60 * 1000;

/** The right of one transaction of one request to take effect once. */
export interface IdempotencyClaim {
  actorId: string;
  route: string;
  key: string;
  step: number;
  bodyHash: string;
}

/**
 * Hands out the claims of requests that carry an `Idempotency-Key`: its first transaction is step 1, the next step 2,
 * so that a request of several transactions that broke off half-way is finished by its repetition, not done twice.
 */
export class IdempotencyClaims {
  readonly #steps = new WeakMap<RequestContext, number>();

  /**
   * The claim of the transaction that begins now; none without a key, nor for visitors, who cannot be told apart, unless
   * the route says that they may repeat.
   */
  next(): IdempotencyClaim | undefined {
    const scope = currentRequest();
    const actorId = scope && claimantOf(scope);
    if (!scope?.idempotency || actorId === undefined) return undefined;
    const step = (this.#steps.get(scope) ?? 0) + 1;
    this.#steps.set(scope, step);
    return { actorId, step, ...scope.idempotency };
  }
}

/** All visitors are one: an address changes when a phone leaves the Wi-Fi, a key stays. */
function claimantOf({ actor, idempotency }: RequestContext): string | undefined {
  if (actor.kind === 'user') return actor.id;
  return actor.kind === 'visitor' && idempotency?.visitorsMayRepeat ? 'visitor' : undefined;
}

/**
 * Runs `work` unless this claim was taken before; then it gives the result of that time. Claim, effect and result are
 * written by one transaction, so a crash between commit and answer followed by a retry applies once, and of requests
 * at the same time the others wait for the first. The same key with another body is 409 `idempotency_conflict`.
 * A transaction that fails leaves no claim. Results are plain data (dates, maps and buffers included).
 */
export async function runIdempotent<T>(
  db: Transaction<KitTables>,
  claim: IdempotencyClaim,
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  if (!(await acquire(db, claim, now))) return resultOf(db, claim);
  const result = await work();
  await db
    .updateTable('idempotencyKeys')
    .set({ result: serialize(result) })
    .where(byClaim(claim))
    .execute();
  return result;
}

/** Whether the claim is ours. Waits while another transaction holds it; an outdated one is free again. */
async function acquire(db: Transaction<KitTables>, claim: IdempotencyClaim, now: Date): Promise<boolean> {
  const { actorId, route, key, step, bodyHash } = claim;
  const taken = await db
    .insertInto('idempotencyKeys')
    .values({ actorId, route, key, step, bodyHash, result: null, claimedAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(['actorId', 'route', 'key', 'step'])
        .doUpdateSet({ bodyHash, result: null, claimedAt: now })
        .where('idempotencyKeys.claimedAt', '<', outdated(now)),
    )
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}

async function resultOf<T>(db: Transaction<KitTables>, claim: IdempotencyClaim): Promise<T> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['bodyHash', 'result'])
    .where(byClaim(claim))
    .executeTakeFirstOrThrow();
  if (row.bodyHash !== claim.bodyHash) throw fail('idempotency_conflict');
  if (!row.result) throw new Error('an idempotency key was kept without its result');
  return deserialize(row.result);
}

const outdated = (now: Date): Date => new Date(now.getTime() - retentionMs);

const byClaim =
  ({ actorId, route, key, step }: IdempotencyClaim) =>
  (row: ExpressionBuilder<KitTables, 'idempotencyKeys'>) =>
    row.and({ actorId, route, key, step });

/** Forgets the keys of a user, and so the answers kept with them. */
export async function forgetClaims(db: Transaction<KitTables>, userId: string): Promise<void> {
  await deleteAll<KitTables>(db, { from: 'idempotencyKeys', where: sql`actor_id = ${userId}` });
}
