import type { Actor } from '@tribus/kit/core/actor.ts';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { readPage } from '@tribus/kit/http/keyset.ts';
import type { SignIns, SignInsQuery } from '../api/security.ts';
import { signInDays } from '../limits.ts';
import type { ClientInfo } from './client-info.ts';
import type { Deps } from './deps.ts';
import { describeDevice } from './devices.ts';
import { presentSignIn } from './present-security.ts';
import type { SignInRecord } from './store/sign-ins.ts';
import type { IdentityTx } from './store/store.ts';

type RecordDeps = Pick<Deps, 'ctx' | 'networks'>;

/** Adds a sign-in to the history, in the transaction that opens the session. */
export async function recordSignIn(
  deps: RecordDeps,
  tx: IdentityTx,
  userId: string,
  way: SignInRecord['way'],
  client: ClientInfo,
): Promise<void> {
  await tx.signIns.add(recordOf(deps, { userId, way, outcome: 'signed_in' }, client));
}

/**
 * Adds a failed attempt to the history of the account. Not awaited, so that the response takes no longer for an account
 * that exists; a failed write loses one entry.
 */
export function recordFailure(
  deps: RecordDeps & Pick<Deps, 'store'>,
  failure: Pick<SignInRecord, 'userId' | 'way' | 'outcome'>,
  client: ClientInfo,
): void {
  const { ctx, store } = deps;
  store.signIns
    .addFailure(recordOf(deps, failure, client))
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'failed sign-in not recorded in the history'));
}

function recordOf(
  { ctx, networks }: RecordDeps,
  { userId, way, outcome }: Pick<SignInRecord, 'userId' | 'way' | 'outcome'>,
  { userAgent, network }: ClientInfo,
): SignInRecord {
  return {
    id: ctx.newId(),
    userId,
    createdAt: ctx.clock.now(),
    userAgent,
    network: networks.markOf(userId, network),
    way,
    outcome,
  };
}

/**
 * Returns whether the user has signed in before with such a device from this network, so that clearing cookies at home
 * or signing in with Google does not cause a new-device mail each time.
 */
export async function isKnownClient(
  { networks }: Pick<Deps, 'networks'>,
  tx: IdentityTx,
  userId: string,
  { userAgent, network }: ClientInfo,
): Promise<boolean> {
  const mark = networks.markOf(userId, network);
  if (mark === null) return false;
  const device = JSON.stringify(describeDevice(userAgent));
  return (await tx.signIns.userAgentsIn(userId, mark)).some(
    (known) => JSON.stringify(describeDevice(known)) === device,
  );
}

/** Returns a page of the actor's own sign-ins and failed attempts. */
export async function listSignIns(
  { ctx, store, cursors, networks }: Pick<Deps, 'ctx' | 'store' | 'cursors' | 'networks'>,
  actor: Actor,
  query: SignInsQuery,
  network: string,
): Promise<SignIns> {
  const since = new Date(ctx.clock.now().getTime() - signInDays * dayMs);
  const { items, nextCursor } = await readPage(cursors, `sign-ins:${actor.id}`, query, ({ limit, after }) =>
    store.signIns.page(actor.id, since, limit, after),
  );
  const currentMark = networks.markOf(actor.id, network);
  return { items: items.map((record) => presentSignIn(record, currentMark)), nextCursor };
}
