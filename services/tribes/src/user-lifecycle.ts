import { homininiId } from '@tribus/community/limits.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { defineJob, type Job, job } from '@tribus/kit/jobs/definition.ts';
import { lastingAttempts } from '@tribus/kit/jobs/lasting-attempts.ts';
import { doInPortions } from '@tribus/kit/postgres/portions.ts';
import { z } from 'zod';
import { orNotFound } from './access.ts';
import type { Deps } from './deps.ts';
import { changeMembership } from './joining.ts';
import { asOwner } from './levels.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { TribesStore, TribesTx } from './store/store.ts';
import type { StoredTribe } from './store/tribes.ts';
import { deleteTribeTx } from './tribes.ts';

/** Adds a user to hominini, as at every registration (decisions.md 3); idempotent. */
export async function ensureHomininiMember(ctx: Context, tx: TribesTx, userId: string): Promise<Membership> {
  const locked = orNotFound(await tx.tribes.lock(homininiId, userId));
  if (locked.membership && isActive(locked.membership)) return locked.membership;
  const membership: Membership = { status: 'active', role: 'member', levelOrder: 1, since: ctx.clock.now() };
  await changeMembership(tx, locked, userId, membership, { byId: userId });
  return membership;
}

/** Memberships ended by one transaction, which locks their tribes against joins. */
const batchSize = 20;

/** Removes the rest of a user after the event's transaction: the number of their tribes is unbounded. */
const removeRestOfUser = defineJob('removeRestOfUser', {
  schema: z.object({ userId: z.string() }),
  maxAttempts: lastingAttempts,
  oneAtATime: true,
});

export const removeRestOfUserJob = ({ store }: Pick<Deps, 'store'>): Job =>
  job(removeRestOfUser, ({ userId }, { signal }) => removeRest(store, userId, signal));

/**
 * Ends the memberships of a deleted user. Tribes they owned pass to the longest-serving officer, else member;
 * a tribe without other members is deleted (decisions.md 2). Decisions over them and their notes are deleted; decisions
 * by them stay, without their id. The first memberships end at once, the rest in a job, which is complete because a
 * deleted user writes no new rows.
 */
export async function removeUser(tx: TribesTx, userId: string): Promise<void> {
  await endSomeMemberships(tx, userId, batchSize);
  await tx.enqueue(removeRestOfUser, { userId });
}

async function removeRest(store: TribesStore, userId: string, signal: AbortSignal): Promise<void> {
  await doInPortions(signal, (size) =>
    store.transaction((tx) => endSomeMemberships(tx, userId, Math.min(size, batchSize))),
  );
  // After the memberships, because ending them may transfer a tribe.
  await store.members.deleteOwner(userId);
  await doInPortions(signal, (size) => store.transaction((tx) => tx.userRecords.deleteSome(userId, size)));
}

/** Ends up to `limit` memberships in the order of the tribes; returns their number. */
async function endSomeMemberships(tx: TribesTx, userId: string, limit: number): Promise<number> {
  const tribeIds = await tx.members.listTribeIds(userId, limit);
  for (const tribeId of tribeIds) await endMembership(tx, userId, tribeId);
  return tribeIds.length;
}

async function endMembership(tx: TribesTx, userId: string, tribeId: number): Promise<void> {
  const locked = await tx.tribes.lock(tribeId, userId);
  if (!locked?.membership) return;
  const isOwner = locked.membership.role === 'owner';
  const successor = isOwner ? await successorOf(tx, tribeId) : undefined;
  if (isOwner && !successor) return deleteTribeTx(tx, locked.tribe);
  await changeMembership(tx, locked, userId, null, { byId: userId, reason: 'user_deleted' });
  if (successor) await makeOwner(tx, locked.tribe, successor);
}

async function makeOwner(tx: TribesTx, tribe: StoredTribe, member: Member): Promise<void> {
  const { userId, ...membership } = member;
  // Nobody in the tribe could lift it.
  await tx.restrictions.delete(tribe.id, userId);
  await changeMembership(tx, { tribe, membership }, userId, asOwner(membership), { byId: userId });
  // Counted without a limit: a successor may exceed it.
  await tx.members.incrementOwned(userId);
}

/** Members who may follow the owner. */
const successorsMax = 20;

/**
 * Returns the first member after the owner, by role, then by the time they joined. Restricted users follow the others;
 * users whose accounts are being deleted are last.
 */
async function successorOf(tx: TribesTx, tribeId: number): Promise<Member | undefined> {
  const page = { status: 'active', excluded: [], limit: successorsMax + 1 } as const;
  const [, ...members] = await tx.members.listPage(tribeId, page);
  const ids = members.map(({ userId }) => userId);
  const restricted = new Set((await tx.restrictions.list(tribeId, ids)).map(({ userId }) => userId));
  const isRestricted = ({ userId }: Member) => restricted.has(userId);
  for (const member of [...members.filter((each) => !isRestricted(each)), ...members.filter(isRestricted)])
    if (!(await tx.isActorDeleted(member.userId))) return member;
  return members[0];
}
