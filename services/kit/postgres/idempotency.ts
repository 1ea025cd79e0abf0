import { deserialize, serialize } from 'node:v8';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { dayMs } from '../core/durations.ts';
import { fail } from '../core/errors.ts';
import { currentRequest, type RequestContext } from '../core/request-context.ts';
import { defineJob } from '../jobs/definition.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { lastingAttempts } from '../jobs/lasting-attempts.ts';
import type { KitTables } from './kit-tables.ts';
import { deletePortion, doInPortions } from './portions.ts';

const retentionMs = dayMs;

/** Identifies one transaction of one request, which is applied once. */
export interface IdempotencyClaim {
  actorId: string;
  route: string;
  key: string;
  step: number;
  bodyHash: string;
}

/**
 * Creates the claims of requests with an `Idempotency-Key`. Their transactions are numbered (step 1, 2, …), so that the
 * retry of a request that failed between two transactions runs only the missing transactions.
 */
export class IdempotencyClaims {
  readonly #steps = new WeakMap<RequestContext, number>();

  /**
   * Returns the claim of the next transaction; undefined without a key, and for visitors, who cannot be distinguished,
   * unless the route allows it (`visitorsMayRepeat`).
   */
  next(): IdempotencyClaim | undefined {
    const request = currentRequest();
    const actorId = request && claimantOf(request);
    if (!request?.idempotency || actorId === undefined) return undefined;
    const step = (this.#steps.get(request) ?? 0) + 1;
    this.#steps.set(request, step);
    return { actorId, step, ...request.idempotency };
  }
}

/** All visitors share one id: the address changes when a phone leaves the Wi-Fi, the key does not. */
function claimantOf({ actor, idempotency }: RequestContext): string | undefined {
  if (actor.kind === 'user') return actor.id;
  return actor.kind === 'visitor' && idempotency?.visitorsMayRepeat ? 'visitor' : undefined;
}

/**
 * Runs `work` once per claim; returns the stored result when it ran before. Claim, effect and result are written in one
 * transaction, so a retry after a crash applies once, and concurrent requests wait for the first. Throws 409
 * `idempotency_conflict` for the same key with a different body. A failed transaction leaves no claim. Results are
 * plain data (dates, maps and buffers included).
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

/** Returns whether the claim was acquired. Waits for a concurrent transaction with it; replaces expired ones. */
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
  if (!row.result) throw new Error('an idempotency key was stored without a result');
  return deserialize(row.result);
}

const outdated = (now: Date): Date => new Date(now.getTime() - retentionMs);

const byClaim =
  ({ actorId, route, key, step }: IdempotencyClaim) =>
  (row: ExpressionBuilder<KitTables, 'idempotencyKeys'>) =>
    row.and({ actorId, route, key, step });

/** Deletes the idempotency keys of a user with their stored results: a job, because there may be any number. */
export const deleteClaims = defineJob('deleteClaims', {
  schema: z.object({ userId: z.string() }),
  maxAttempts: lastingAttempts,
});

export const enqueueClaimDeletion = async (db: Transaction<KitTables>, userId: string): Promise<void> =>
  void (await enqueue(db, deleteClaims, { userId }, { key: userId }));

/** The work of `deleteClaims`. */
export const deleteClaimsOf = (db: Kysely<KitTables>, userId: string, signal: AbortSignal): Promise<void> =>
  doInPortions(signal, (limit) =>
    deletePortion(db, { from: 'idempotencyKeys', where: sql`actor_id = ${userId}`, limit }),
  );
