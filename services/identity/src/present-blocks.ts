import { loadMemberships, membershipKey } from '@tribus/community/load-memberships.ts';
import { type Membership, tribeRoleOf } from '@tribus/community/membership.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { ViewContext } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { ListedUser } from '../api/blocks.ts';
import type { Deps } from './deps.ts';
import { subjectOf } from './present-profile.ts';
import type { Block } from './store/blocks.ts';

type ListedDeps = Pick<Deps, 'store' | 'presenter' | 'tribes'>;
/** Tribes whose memberships are read at a time: a list may name hundreds, and the queue of the peer is shared. */
const tribesAtOnce = 20;

type Listed = Pick<Block, 'blockedId' | 'tribeId' | 'createdAt'>;

/** Returns the people the actor blocked or muted, as the actor sees them; without deleted people and deleted tribes. */
export async function presentListed(
  { store, presenter, tribes }: ListedDeps,
  actor: Actor,
  listed: readonly Listed[],
): Promise<ListedUser[]> {
  const hidden = listed.filter(({ tribeId }) => tribeId !== 0);
  const [accounts, tribesById, memberships] = await Promise.all([
    store.users.byIds(listed.map(({ blockedId }) => blockedId)),
    readTribes(tribes, actor, hidden),
    readMemberships(tribes, hidden),
  ]);
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  return listed.flatMap(({ blockedId, tribeId, createdAt }) => {
    const account = accountsById.get(blockedId);
    const found = tribesById.get(tribeId);
    if (!account || (tribeId !== 0 && !found)) return [];
    const subject = memberships.get(membershipKey(tribeId, blockedId));
    const user = presenter.presentListed(actor, subjectOf(account), found ? contextOf(found, subject) : null);
    const tribe = found ? { id: tribeId, name: tribeNameFor(actor, found) } : null;
    return [{ user, tribe, createdAt: createdAt.toISOString() }];
  });
}

function contextOf(own: Membership, subject: Membership | undefined): ViewContext {
  const { id: tribeId, isHominini, isPrivate } = own.tribe;
  const formerLevel = subject?.formerLevelOrder ?? 0;
  return { tribeId, isHominini, isPrivate, viewer: tribeRoleOf(own), subject: tribeRoleOf(subject), formerLevel };
}

/** Returns the existing tribes of the hidden people with the actor's membership in each, by id. */
async function readTribes(
  peer: ListedDeps['tribes'],
  { id: userId }: Actor,
  hidden: readonly Listed[],
): Promise<Map<number, Membership>> {
  const tribeIds = [...new Set(hidden.map(({ tribeId }) => tribeId))];
  if (tribeIds.length === 0) return new Map();
  const { tribes, memberships } = await peer.getMemberships({ userId, tribeIds });
  const own = new Map(memberships.map((membership) => [membership.tribeId, membership]));
  const none = { status: 'none', role: 'none', levelOrder: 0, restrictedUntil: '', formerLevelOrder: 0 } as const;
  return new Map(tribes.map((tribe) => [tribe.id, { ...(own.get(tribe.id) ?? none), tribe }]));
}

/** Returns the memberships of the hidden people by key. */
async function readMemberships(
  tribes: ListedDeps['tribes'],
  hidden: readonly Listed[],
): Promise<Map<string, Membership>> {
  const byTribe = [...Map.groupBy(hidden, ({ tribeId }) => tribeId)];
  const read = new Map<string, Membership>();
  for (let from = 0; from < byTribe.length; from += tribesAtOnce) {
    const portion = byTribe.slice(from, from + tribesAtOnce).flatMap(([, inTribe]) => inTribe);
    const keys = new Set(portion.map(({ tribeId, blockedId }) => membershipKey(tribeId, blockedId)));
    for (const [key, membership] of await loadMemberships(tribes, [...keys])) read.set(key, membership);
  }
  return read;
}
