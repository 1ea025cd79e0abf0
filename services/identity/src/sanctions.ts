import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { byTime, type Page, PagedList } from '@tribus/kit/http/keyset.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { UserSuspended, UserUpdated } from '@tribus/proto/identity/v1/events.ts';
import type { AppealAnswer, AppealsQuery, NewSanction } from '../api/sanctions.ts';
import { waitingCountedMax } from '../limits.ts';
import { requireActiveAdmin } from './admins.ts';
import { audit } from './audit.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { revokeAccess } from './revocation.ts';
import { enqueueSanctionMail } from './sanction-mails.ts';
import type { NamedSanction, Sanction } from './store/sanctions.ts';
import type { IdentityTx } from './store/store.ts';

type SanctionDeps = Pick<Deps, 'ctx' | 'store' | 'mailer'>;

export const sanctionActions = {
  warning: 'user_warned',
  silence: 'user_silenced',
  suspension: 'user_suspended',
} as const;

/**
 * Sanctions a member and mails them. A suspension ends all sessions. Throws 400 `cannot_sanction_self`, 409
 * `sanction_active` when one of the kind is in force. An admin who is concurrently suspended or silenced imposes
 * nothing, so of two admins who sanction each other one stays able to act: the last admin cannot be sanctioned.
 */
export async function imposeSanction(
  deps: SanctionDeps,
  actor: Actor,
  userId: string,
  { kind, reason, message, endsAt }: NewSanction,
): Promise<string> {
  const { ctx, store } = deps;
  const now = ctx.clock.now();
  if (userId === actor.id) throw errors.fail('cannot_sanction_self');
  const until = kind === 'warning' || endsAt === null ? null : new Date(endsAt);
  if (until && until <= now) throw errors.fail('sanction_end_past');
  return store.transaction(async (tx) => {
    await tx.directory.lockAdmins();
    const member = await tx.users.lock(userId);
    if (!member) throw fail('not_found');
    await requireActiveAdmin(tx, actor, now);
    await endDue(tx, now, userId);
    const id = ctx.newId();
    const sanction = { id, userId, kind, reason, message, issuedBy: actor.id, createdAt: now, endsAt: until };
    if (!(await tx.sanctions.add(sanction))) throw errors.fail('sanction_active');
    if (kind === 'suspension') await suspend(tx, userId);
    tx.emit(UserUpdated, { userId });
    await enqueueSanctionMail(deps, tx, { sanctionId: id, about: 'imposed' });
    const after = { reason, endsAt: until?.toISOString() ?? null };
    await audit(ctx, tx, { action: sanctionActions[kind], target: { type: 'user', id: userId }, after });
    return id;
  });
}

/** Suspends an account: ends its access and notifies the other services. */
export async function suspend(tx: IdentityTx, userId: string): Promise<void> {
  await tx.directory.setStatus(userId, 'suspended');
  await revokeAccess(tx, userId);
  tx.emit(UserSuspended, { userId });
}

/** Lifts a sanction; throws 409 `sanction_ended` when it is over already. */
export async function liftSanction(deps: SanctionDeps, actor: Actor, id: string, note: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await requireActiveAdmin(tx, actor, deps.ctx.clock.now());
    const sanction = await lockInForce(deps, tx, id);
    await lift(deps, tx, sanction, note);
    await enqueueSanctionMail(deps, tx, { sanctionId: id, about: 'lifted' });
  });
}

/** Lifts all sanctions in force of a member, without a mail. */
export async function liftAll(deps: Pick<Deps, 'ctx'>, tx: IdentityTx, userId: string): Promise<void> {
  const now = deps.ctx.clock.now();
  await endDue(tx, now, userId);
  for (const sanction of await tx.sanctions.inForce(userId, now)) await lift(deps, tx, sanction, '');
}

async function lift({ ctx }: Pick<Deps, 'ctx'>, tx: IdentityTx, sanction: Sanction, note: string) {
  const { id, userId, kind, reason, firstId } = sanction;
  await tx.sanctions.end(id, 'lifted', ctx.clock.now(), note);
  await tx.retainedSanctions.drop(firstId ?? id);
  if (kind === 'suspension') await tx.directory.setStatus(userId, 'active');
  tx.emit(UserUpdated, { userId });
  const target = { type: 'user' as const, id: userId };
  await audit(ctx, tx, { action: 'sanction_lifted', target, before: { kind, reason }, after: { note } });
}

/** Answers an appeal, once; the member is mailed. */
export async function answerAppeal(
  deps: SanctionDeps,
  actor: Actor,
  id: string,
  { outcome, answer }: AppealAnswer,
): Promise<void> {
  const { ctx, store } = deps;
  await store.transaction(async (tx) => {
    await requireActiveAdmin(tx, actor, ctx.clock.now());
    const sanction = await lockSanction(tx, id);
    if (!sanction || sanction.appeal === null) throw fail('not_found');
    if (sanction.appealAnsweredAt) throw errors.fail('appeal_answered');
    await tx.sanctions.answerAppeal(id, outcome, answer, ctx.clock.now());
    if (outcome === 'lifted' && isInForce(sanction, ctx.clock.now())) await lift(deps, tx, sanction, answer);
    await enqueueSanctionMail(deps, tx, { sanctionId: id, about: 'answered' });
    const target = { type: 'user' as const, id: sanction.userId };
    await audit(ctx, tx, { action: 'appeal_answered', target, before: { kind: sanction.kind }, after: { outcome } });
  });
}

/** Returns the member's own sanctions in force. */
export const listOwnSanctions = ({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, actor: Actor): Promise<Sanction[]> =>
  store.sanctions.inForce(actor.id, ctx.clock.now());

/** Confirms that a warning was read, which ends it; throws 404 unless it is the actor's warning. */
export async function confirmWarning(deps: Pick<Deps, 'ctx' | 'store'>, actor: Actor, id: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const sanction = await lockSanction(tx, id);
    if (sanction?.userId !== actor.id || sanction.kind !== 'warning') throw fail('not_found');
    if (!sanction.endedAt) await tx.sanctions.end(id, 'seen', deps.ctx.clock.now());
  });
}

/** Appeals against the actor's own silence; throws 404 for any other sanction. */
export async function appealOwn(
  deps: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  id: string,
  text: string,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const sanction = await lockSanction(tx, id);
    if (sanction?.userId !== actor.id || sanction.kind === 'warning') throw fail('not_found');
    await appeal(deps, tx, sanction, text);
  });
}

/** Stores an appeal; one per sanction, also of concurrent appeals. Throws 409 `appeal_made`, `sanction_ended`. */
export async function appeal(
  { ctx }: Pick<Deps, 'ctx'>,
  tx: IdentityTx,
  sanction: Sanction,
  text: string,
): Promise<void> {
  if (!isInForce(sanction, ctx.clock.now())) throw errors.fail('sanction_ended');
  if (sanction.appeal !== null) throw errors.fail('appeal_made');
  await tx.sanctions.setAppeal(sanction.id, text, ctx.clock.now());
}

/** Locks the member's account, then the sanction; returns undefined when there is none. */
export async function lockSanction(tx: IdentityTx, id: string): Promise<Sanction | undefined> {
  const found = await tx.sanctions.find(id);
  if (!found || !(await tx.users.lock(found.userId))) return undefined;
  return tx.sanctions.lock(id);
}

/** Ends the sanctions of a locked account that have expired at `now`; a suspended account becomes active again. */
export async function endDue(tx: IdentityTx, now: Date, userId: string): Promise<void> {
  for (const kind of await tx.sanctions.endDue(now, userId)) {
    if (kind === 'suspension') await tx.directory.setStatus(userId, 'active');
    tx.emit(UserUpdated, { userId });
  }
}

/** Ends all sanctions that have expired, of one account per transaction. */
export async function endAllDue({ ctx, store }: Pick<Deps, 'ctx' | 'store'>, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await doInPortions(signal, async (size) => {
    const userIds = await store.sanctions.usersDue(now, size);
    let ended = 0;
    for (const userId of userIds) {
      signal.throwIfAborted();
      await store.transaction(async (tx) => {
        // An account that is being deleted loses its sanctions with it.
        if (!(await tx.users.lock(userId))) return;
        await endDue(tx, now, userId);
        ended += 1;
      });
    }
    return ended;
  });
}

/** Returns all sanctions of a user, for an admin. */
export const listSanctions = ({ store }: Pick<Deps, 'store'>, userId: string): Promise<NamedSanction[]> =>
  store.sanctions.listOf(userId);

/** Throws 404 when there is none. */
export async function findSanction({ store }: Pick<Deps, 'store'>, id: string): Promise<NamedSanction> {
  const sanction = await store.sanctions.find(id);
  if (!sanction) throw fail('not_found');
  return sanction;
}

const byAppeal = byTime(({ appealedAt, createdAt }: NamedSanction) => appealedAt ?? createdAt);

/** Returns a page of pending or answered appeals, newest first, with the number of pending appeals. */
export async function listAppeals(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  { state, ...query }: AppealsQuery,
): Promise<Page<NamedSanction> & { waiting: number }> {
  const [page, waiting] = await Promise.all([
    new PagedList(cursors, `appeals:${state}`, byAppeal).read(query, ({ limit, after }) =>
      store.sanctions.appealed(state === 'answered', limit, after),
    ),
    store.sanctions.countAppealed(waitingCountedMax),
  ]);
  return { ...page, waiting };
}

async function lockInForce({ ctx }: SanctionDeps, tx: IdentityTx, id: string): Promise<Sanction> {
  const sanction = await lockSanction(tx, id);
  if (!sanction) throw fail('not_found');
  if (!isInForce(sanction, ctx.clock.now())) throw errors.fail('sanction_ended');
  return sanction;
}

export const isInForce = ({ endedAt, endsAt }: Sanction, now: Date): boolean => !endedAt && (!endsAt || endsAt > now);
