import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { InvitePreview, Invite as ShownInvite } from '../api/invites.ts';
import type { OwnBan, OwnRestriction } from '../api/measures.ts';
import type { MyMembership } from '../api/my-membership.ts';
import type { TribeCard } from '../api/tribe-card.ts';
import type { FellowMember, JoinAnswer, Membership as OwnMembership, PendingMember, TribeMember } from '../api.ts';
import { isHominini } from './access.ts';
import type { Deps } from './deps.ts';
import type { Ban } from './store/bans.ts';
import type { Invite } from './store/invites.ts';
import { isActive, type Member, type Membership } from './store/memberships.ts';
import type { Restriction } from './store/restrictions.ts';
import type { StoredTribe, TribeForViewer } from './store/tribes.ts';

export const presentMembership = ({ status, role, levelOrder }: Membership): MyMembership => ({
  status,
  role,
  levelOrder,
});

/** The response of join, leave, join-request and its cancellation. */
export const presentJoinAnswer = (membership: Membership | null): JoinAnswer => ({
  membership: membership && presentMembership(membership),
});

/** Returns the URL of a tribe's banner or of a variant of it; it expires unless the tribe is public. */
export const bannerUrl = (
  { ctx, urls }: Pick<Deps, 'ctx' | 'urls'>,
  { picturesPublic }: Pick<StoredTribe, 'picturesPublic'>,
  key: string,
): string => urls.urlOf(key, picturesPublic, ctx.clock.now());

/** Presents a tribe in a list, with its picture in card size. */
export function presentCard(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  { tribe, membership }: Pick<TribeForViewer, 'tribe' | 'membership'>,
): TribeCard {
  const { id, name, normalizedName, description, image, tags, membersCount } = tribe;
  const { isPrivate, requiresApproval, isInvisible, rules, questions } = tribe;
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
    isInvisible,
    membersCount,
    hasJoinConditions: rules.length + questions.length > 0,
    membership: membership && presentMembership(membership),
    createdAt: tribe.createdAt.toISOString(),
  };
}

/** Presents a tribe in the viewer's own list. */
export function presentOwnMembership(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  own: Pick<TribeForViewer, 'tribe'> & { membership: Membership },
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

type PeopleDeps = Pick<Deps, 'users' | 'presenter' | 'blocks'>;

/** Presents members of a tribe as visible to the viewer; invisible members are omitted. */
export async function presentMembers(
  deps: PeopleDeps,
  viewer: Actor,
  tribe: TribeForViewer,
  members: readonly Member[],
): Promise<TribeMember[]> {
  const present = await loadPresenter(deps, viewer, members);
  return members.flatMap((member) => {
    const user = present(tribe, member);
    return user ? [memberOf(member, user)] : [];
  });
}

/** Presents members of several tribes, each under the rules of their tribe. */
export async function presentFellowMembers(
  deps: PeopleDeps,
  viewer: Actor,
  members: readonly { own: TribeForViewer; member: Member }[],
): Promise<FellowMember[]> {
  const present = await loadPresenter(
    deps,
    viewer,
    members.map(({ member }) => member),
  );
  return members.flatMap(({ own, member }) => {
    const user = present(own, member);
    const { id, name } = own.tribe;
    return user ? [{ ...memberOf(member, user), tribe: { id, name } }] : [];
  });
}

function memberOf({ role, levelOrder, since }: Member, user: Person): TribeMember {
  const { restrictedHigher, restrictedLower } = user;
  const joinedAt = restrictedHigher ? null : since.toISOString();
  return { user, role, levelOrder, restrictedHigher, restrictedLower, joinedAt };
}

/** Presents requests to join with their answers and notes. */
export async function presentPending(
  deps: PeopleDeps & Pick<Deps, 'store'>,
  viewer: Actor,
  found: TribeForViewer,
  pending: readonly Member[],
): Promise<PendingMember[]> {
  const { requests } = deps.store;
  const ids = pending.map(({ userId }) => userId);
  const [answers, notes, present] = await Promise.all([
    requests.answersOf(found.tribe.id, ids),
    requests.listNotes(found.tribe.id, ids),
    loadPresenter(deps, viewer, pending),
  ]);
  const authors = notes.map(({ authorId }) => authorId);
  const presentAuthor = await loadUserPresenter(deps, viewer, found, authors);
  return pending.flatMap((member) => {
    const user = present(found, member);
    const own = notes.filter(({ userId }) => userId === member.userId);
    if (!user) return [];
    return [
      {
        user,
        requestedAt: member.since.toISOString(),
        answers: answers.get(member.userId) ?? [],
        notes: own.map(({ id, authorId, body: text, createdAt }) => ({
          id,
          author: presentAuthor(authorId),
          text,
          createdAt: createdAt.toISOString(),
        })),
      },
    ];
  });
}

/** Presents people by id to a moderator of the tribe, whether or not they are members of it. */
export async function loadUserPresenter(
  deps: PeopleDeps & Pick<Deps, 'store'>,
  viewer: Actor,
  found: TribeForViewer,
  userIds: readonly string[],
): Promise<(userId: string) => Person> {
  const ids = [...new Set(userIds)];
  const { members = [] } = (await deps.store.tribes.findWithMembers(found.tribe.id, ids)) ?? {};
  const memberOf = new Map(members.map((member) => [member.userId, member]));
  const none = { status: 'rejected', role: 'member', levelOrder: 0, since: new Date(0) } as const;
  const people = ids.map((userId) => memberOf.get(userId) ?? { userId, ...none });
  const present = await loadPresenter(deps, viewer, people);
  const shown = new Map(people.map((member) => [member.userId, present(found, member)]));
  return (userId) => {
    const person = shown.get(userId);
    // Every person is visible to moderators, blocked or not.
    if (!person) throw new Error('presented a person outside of the requested ids');
    return person;
  };
}

/** Presents a ban to the banned user. */
export const presentOwnBan = ({ reason, authority, createdAt, endsAt }: Ban): OwnBan => ({
  reason,
  authority,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt?.toISOString() ?? null,
});

export const presentRestriction = ({ reason, authority, createdAt, endsAt }: Restriction): OwnRestriction => ({
  reason,
  authority,
  createdAt: createdAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

/** Presents an invitation to members who may create invitations. */
export function presentInvite(
  { ctx, inviteCodes }: Pick<Deps, 'ctx' | 'inviteCodes'>,
  { id, codeHash, createdBy, createdAt, expiresAt, maxUses, uses, revokedAt }: Invite,
  presentUser: (userId: string) => Person,
): ShownInvite {
  const code = inviteCodes.codeOf(id);
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= ctx.clock.now());
  return {
    id,
    code: inviteCodes.hashOf(code) === codeHash ? code : null,
    createdBy: createdBy === null ? null : presentUser(createdBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    maxUses,
    uses,
    isOpen: !isOver && (maxUses === null || uses < maxUses),
  };
}

/** Presents the tribe of an invitation to anyone with its code. */
export function presentInvitePreview(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  { expiresAt }: Invite,
  found: TribeForViewer,
): InvitePreview {
  const { id, name, description, imageLqip, tags, isPrivate, membersCount } = presentCard(deps, found);
  const { image, rules } = found.tribe;
  const imageUrl = image && bannerUrl(deps, found.tribe, image.key);
  return {
    tribe: { id, name, description, imageUrl, imageLqip, tags, isPrivate, membersCount, rules },
    isMember: isActive(found.membership),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

/**
 * Returns a function that presents people in a tribe, undefined for an invisible one. Makes one identity call for all
 * of `members`.
 */
export async function loadPresenter(
  { users, presenter, blocks }: PeopleDeps,
  actor: Actor,
  members: readonly Member[],
): Promise<(tribe: TribeForViewer, member: Member) => Person | undefined> {
  const userIds = members.map(({ userId }) => userId);
  const [known, viewer] = await Promise.all([users.byIds(userIds), blocks.viewerOf(actor, userIds)]);
  return ({ tribe, membership }, member) => {
    const subject = known.get(member.userId);
    if (!subject) throw new Error('identity did not return all requested users');
    return presenter.presentUser(viewer, subject, {
      tribeId: tribe.id,
      isHominini: isHominini(tribe),
      isPrivate: tribe.isPrivate,
      viewer: isActive(membership) ? membership : null,
      subject: isActive(member) ? member : null,
      // Non-members are listed for moderators only, to whom all are visible.
      formerLevel: 0,
    });
  };
}
