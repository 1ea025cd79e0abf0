import type { PresentedUser } from '@tribus/community/user-presenter.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import type { Membership, MyMembership, PendingMember, TribeCard, TribeMember } from '../api.ts';
import { isHominini } from './access.ts';
import type { Parts } from './deps.ts';
import { isActive, type Member, type Standing } from './store/memberships.ts';
import type { SeenTribe, StoredTribe } from './store/tribes.ts';

export const presentMembership = ({ status, role, levelOrder }: Standing): MyMembership => ({
  status,
  role,
  levelOrder,
});

/** The address of a tribe's picture or of a variant of it; it expires unless the tribe is open. */
export const bannerUrl = (
  { ctx, urls }: Pick<Parts, 'ctx' | 'urls'>,
  { picturesPublic }: Pick<StoredTribe, 'picturesPublic'>,
  key: string,
): string => urls.urlOf(key, picturesPublic, ctx.clock.now());

/** A tribe among others; its picture in the size of a card. */
export function presentCard(parts: Pick<Parts, 'ctx' | 'urls'>, { tribe, standing }: SeenTribe): TribeCard {
  const { id, name, normalizedName, description, image, tags, isPrivate, requiresApproval, membersCount } = tribe;
  return {
    id,
    name,
    normalizedName,
    description,
    imageUrl: image && bannerUrl(parts, tribe, image.cardKey),
    imageLqip: image && (image.lqip || null),
    tags,
    isPrivate,
    requiresApproval,
    membersCount,
    membership: standing && presentMembership(standing),
    createdAt: tribe.createdAt.toISOString(),
  };
}

/** A tribe of somebody's own list. */
export function presentOwn(parts: Pick<Parts, 'ctx' | 'urls'>, seen: SeenTribe & { standing: Standing }): Membership {
  const { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount } = presentCard(parts, seen);
  return {
    tribeId: id,
    tribe: { id, name, normalizedName, imageUrl, imageLqip, isPrivate, membersCount },
    tribeName: name,
    normalizedName,
    ...presentMembership(seen.standing),
    createdAt: seen.standing.since.toISOString(),
  };
}

/** Members of a tribe as the viewer may see them. */
export async function presentMembers(
  parts: Pick<Parts, 'users' | 'people'>,
  viewer: Actor,
  seen: SeenTribe,
  members: readonly Member[],
): Promise<TribeMember[]> {
  const present = await presenter(parts, viewer, seen, members);
  return members.map((member) => {
    const user = present(member);
    const { restrictedHigher, restrictedLower } = user;
    const { role, levelOrder, since } = member;
    return { user, role, levelOrder, restrictedHigher, restrictedLower, joinedAt: since.toISOString() };
  });
}

/** Those who ask to be let in. */
export async function presentPending(
  parts: Pick<Parts, 'users' | 'people'>,
  viewer: Actor,
  seen: SeenTribe,
  pending: readonly Member[],
): Promise<PendingMember[]> {
  const present = await presenter(parts, viewer, seen, pending);
  return pending.map((member) => ({ user: present(member), requestedAt: member.since.toISOString() }));
}

async function presenter(
  { users, people }: Pick<Parts, 'users' | 'people'>,
  viewer: Actor,
  { tribe, standing }: SeenTribe,
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
      viewer: isActive(standing) ? standing : null,
      subject: isActive(member) ? member : null,
    });
  };
}
