import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { MyMembership, Membership as OwnMembership, PendingMember, TribeCard, TribeMember } from '../api.ts';
import { isHominini } from './access.ts';
import type { Deps } from './deps.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

export const presentMembership = ({ status, role, levelOrder }: Membership): MyMembership => ({
  status,
  role,
  levelOrder,
});

/** The address of a tribe's picture or of a variant of it; it expires unless the tribe is open. */
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

/** A tribe of somebody's own list. */
export function presentOwn(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  seen: TribeForViewer & { membership: Membership },
): OwnMembership {
  const { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount } = presentCard(deps, seen);
  return {
    tribeId: id,
    tribe: { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount },
    tribeName: name,
    normalizedName,
    ...presentMembership(seen.membership),
    createdAt: seen.membership.since.toISOString(),
  };
}

/** Members of a tribe as the viewer may see them. */
export async function presentMembers(
  deps: Pick<Deps, 'users' | 'people'>,
  viewer: Actor,
  seen: TribeForViewer,
  members: readonly Member[],
): Promise<TribeMember[]> {
  const present = await presenter(deps, viewer, seen, members);
  return members.map((member) => {
    const user = present(member);
    const { restrictedHigher, restrictedLower } = user;
    const { role, levelOrder, since } = member;
    return { user, role, levelOrder, restrictedHigher, restrictedLower, joinedAt: since.toISOString() };
  });
}

/** Those who ask to be let in. */
export async function presentPending(
  deps: Pick<Deps, 'users' | 'people'>,
  viewer: Actor,
  seen: TribeForViewer,
  pending: readonly Member[],
): Promise<PendingMember[]> {
  const present = await presenter(deps, viewer, seen, pending);
  return pending.map((member) => ({ user: present(member), requestedAt: member.since.toISOString() }));
}

async function presenter(
  { users, people }: Pick<Deps, 'users' | 'people'>,
  viewer: Actor,
  { tribe, membership }: TribeForViewer,
  members: readonly Member[],
): Promise<(member: Member) => PresentedUser> {
  const facts = await users.byIds(members.map(({ userId }) => userId));
  return (member) => {
    const subject = facts.get(member.userId);
    if (!subject) throw new Error('identity did not answer for everybody asked');
    return people.presentUser(viewer, subject, {
      tribeId: tribe.id,
      isHominini: isHominini(tribe),
      isPrivate: tribe.isPrivate,
      viewer: isActive(membership) ? membership : null,
      subject: isActive(member) ? member : null,
    });
  };
}
