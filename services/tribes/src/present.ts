import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type {
  JoinAnswer,
  Level,
  MyMembership,
  Membership as OwnMembership,
  PendingMember,
  TribeCard,
  TribeMember,
} from '../api.ts';
import { isHominini } from './access.ts';
import type { Deps } from './deps.ts';
import type { StoredLevel } from './store/levels.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

export const presentMembership = ({ status, role, levelOrder }: Membership): MyMembership => ({
  status,
  role,
  levelOrder,
});

/** The answer to joining, leaving, asking and cancelling. */
export const presentJoinAnswer = (membership: Membership | null): JoinAnswer => ({
  membership: membership && presentMembership(membership),
});

/** The address of a tribe's banner or of a variant of it; it expires unless the tribe is public. */
export const bannerUrl = (
  { ctx, urls }: Pick<Deps, 'ctx' | 'urls'>,
  { picturesPublic }: Pick<StoredTribe, 'picturesPublic'>,
  key: string,
): string => urls.urlOf(key, picturesPublic, ctx.clock.now());

/** A tribe among others; its picture in the size of a card. */
export function presentCard(deps: Pick<Deps, 'ctx' | 'urls'>, { tribe, membership }: TribeForViewer): TribeCard {
  const { id, name, normalizedName, description, image, tags, isPrivate, requiresApproval, membersCount } = tribe;
  return {
    id,
    name,
    normalizedName,
    description,
    imageUrl: image && bannerUrl(deps, tribe, image.cardKey),
    imageLqip: image && (image.lqip || null),
    tags,
    isPrivate,
    requiresApproval,
    membersCount,
    membership: membership && presentMembership(membership),
    createdAt: tribe.createdAt.toISOString(),
  };
}

/** A tribe in the caller's own list. */
export function presentOwnMembership(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  own: TribeForViewer & { membership: Membership },
): OwnMembership {
  const { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount } = presentCard(deps, own);
  return {
    tribeId: id,
    tribe: { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount },
    tribeName: name,
    normalizedName,
    ...presentMembership(own.membership),
    createdAt: own.membership.since.toISOString(),
  };
}

/** A level as its tribe shows it; a tribe has no challenges yet. */
export const presentLevel = ({ levelOrder: order, ...level }: StoredLevel): Level => ({
  ...level,
  order,
  challenges: [],
});

/** Members of a tribe as the viewer may see them. */
export async function presentMembers(
  deps: Pick<Deps, 'users' | 'presenter'>,
  viewer: Actor,
  tribe: TribeForViewer,
  members: readonly Member[],
): Promise<TribeMember[]> {
  const present = await presenterOf(deps, viewer, tribe, members);
  return members.map((member) => {
    const user = present(member);
    const { restrictedHigher, restrictedLower } = user;
    const { role, levelOrder, since } = member;
    return { user, role, levelOrder, restrictedHigher, restrictedLower, joinedAt: since.toISOString() };
  });
}

/** Requests to join. */
export async function presentPending(
  deps: Pick<Deps, 'users' | 'presenter'>,
  viewer: Actor,
  tribe: TribeForViewer,
  pending: readonly Member[],
): Promise<PendingMember[]> {
  const present = await presenterOf(deps, viewer, tribe, pending);
  return pending.map((member) => ({ user: present(member), requestedAt: member.since.toISOString() }));
}

async function presenterOf(
  { users, presenter }: Pick<Deps, 'users' | 'presenter'>,
  viewer: Actor,
  { tribe, membership }: TribeForViewer,
  members: readonly Member[],
): Promise<(member: Member) => Person> {
  const known = await users.byIds(members.map(({ userId }) => userId));
  return (member) => {
    const subject = known.get(member.userId);
    if (!subject) throw new Error('identity did not answer for everybody asked');
    return presenter.presentUser(viewer, subject, {
      tribeId: tribe.id,
      isHominini: isHominini(tribe),
      isPrivate: tribe.isPrivate,
      viewer: isActive(membership) ? membership : null,
      subject: isActive(member) ? member : null,
    });
  };
}
