import { tribeRoleOf } from '@tribus/community/membership.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import type { ViewContext } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { Membership, Tribe } from '@tribus/proto/tribes/v1/service.ts';
import type { ListedUser } from '../api/blocks.ts';
import type { Deps } from './deps.ts';
import { subjectOf } from './present-profile.ts';
import type { Block } from './store/blocks.ts';

type ListedDeps = Pick<Deps, 'store' | 'presenter' | 'tribes'>;

/** A tribe with the memberships of the listed people and of the actor. */
interface KnownTribe {
  tribe: Tribe;
  memberships: ReadonlyMap<string, Membership>;
}

/** Returns the people the actor blocked or muted, as the actor sees them; without deleted people and deleted tribes. */
export async function presentListed(
  { store, presenter, tribes }: ListedDeps,
  actor: Actor,
  listed: readonly Pick<Block, 'blockedId' | 'tribeId' | 'createdAt'>[],
): Promise<ListedUser[]> {
  const byTribe = Map.groupBy(listed, ({ tribeId }) => tribeId);
  const inTribes = [...byTribe].filter(([tribeId]) => tribeId !== 0);
  const [accounts, ...known] = await Promise.all([
    store.users.byIds(listed.map(({ blockedId }) => blockedId)),
    ...inTribes.map(([tribeId, of]) => readTribe(tribes, tribeId, [actor.id, ...of.map(({ blockedId }) => blockedId)])),
  ]);
  const tribesById = new Map(known.flatMap((each) => (each ? [[each.tribe.id, each] as const] : [])));
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  return listed.flatMap(({ blockedId, tribeId, createdAt }) => {
    const account = accountsById.get(blockedId);
    const found = tribesById.get(tribeId);
    if (!account || (tribeId !== 0 && !found)) return [];
    const user = presenter.presentListed(actor, subjectOf(account), found ? contextOf(found, actor, blockedId) : null);
    const tribe = found ? { id: found.tribe.id, name: nameOf(found, actor) } : null;
    return [{ user, tribe, createdAt: createdAt.toISOString() }];
  });
}

const nameOf = ({ tribe, memberships }: KnownTribe, actor: Actor): string =>
  tribeNameFor(actor, { tribe, status: memberships.get(actor.id)?.status ?? 'none' });

function contextOf({ tribe, memberships }: KnownTribe, actor: Actor, subjectId: string): ViewContext {
  const roleOf = (id: string) => {
    const membership = memberships.get(id);
    return tribeRoleOf(membership && { ...membership, tribe });
  };
  const { id: tribeId, isHominini, isPrivate } = tribe;
  const formerLevel = memberships.get(subjectId)?.formerLevelOrder ?? 0;
  return { tribeId, isHominini, isPrivate, viewer: roleOf(actor.id), subject: roleOf(subjectId), formerLevel };
}

async function readTribe(
  tribes: ListedDeps['tribes'],
  tribeId: number,
  userIds: string[],
): Promise<KnownTribe | undefined> {
  const { tribes: found } = await tribes.getTribes({ ids: [tribeId] });
  if (found.length === 0) return undefined;
  const { tribe, memberships } = await tribes.getMembershipsInTribe({ tribeId, userIds });
  return tribe && { tribe, memberships: new Map(memberships.map((each) => [each.userId, each])) };
}
