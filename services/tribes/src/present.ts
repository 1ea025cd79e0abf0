import type { Person } from '@tribus/community/person.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import type { InvitePreview, Invite as ShownInvite } from '../api/invites.ts';
import type { OwnBan, OwnRestriction } from '../api/measures.ts';
import type { MyMembership } from '../api/my-membership.ts';
import type {
  FellowMember,
  JoinAnswer,
  Membership as OwnMembership,
  PendingMember,
  TribeCard,
  TribeMember,
} from '../api.ts';
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
export function presentCard(
  deps: Pick<Deps, 'ctx' | 'urls'>,
  { tribe, membership }: Pick<TribeForViewer, 'tribe' | 'membership'>,
): TribeCard {
  const { id, name, normalizedName, description, image, tags, membersCount } = tribe;
  const { isPrivate, requiresApproval, isInvisible } = tribe;
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
    membership: membership && presentMembership(membership),
    createdAt: tribe.createdAt.toISOString(),
  };
}

/** A tribe in the caller's own list. */
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

/** Members of a tribe as the viewer may see them; who may not be shown to them is left out. */
export async function presentMembers(
  deps: PeopleDeps,
  viewer: Actor,
  tribe: TribeForViewer,
  members: readonly Member[],
): Promise<TribeMember[]> {
  const present = await presenterOf(deps, viewer, members);
  return members.flatMap((member) => {
    const user = present(tribe, member);
    return user ? [memberOf(member, user)] : [];
  });
}

/** Members of several tribes as the viewer may see them, each as their tribe shows them. */
export async function presentFellowMembers(
  deps: PeopleDeps,
  viewer: Actor,
  members: readonly { own: TribeForViewer; member: Member }[],
): Promise<FellowMember[]> {
  const present = await presenterOf(
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
  return { user, role, levelOrder, restrictedHigher, restrictedLower, joinedAt: since.toISOString() };
}

/** Requests to join, with what belongs to them. */
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
    presenterOf(deps, viewer, pending),
  ]);
  const authors = notes.map(({ authorId }) => authorId);
  const authorOf = await presentPeople(deps, viewer, found, authors);
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
          author: authorOf(authorId),
          text,
          createdAt: createdAt.toISOString(),
        })),
      },
    ];
  });
}

/** People of whom only the id is known, as a moderator of a tribe sees them there, whether or not they belong to it. */
export async function presentPeople(
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
  const present = await presenterOf(deps, viewer, people);
  const shown = new Map(people.map((member) => [member.userId, present(found, member)]));
  return (userId) => {
    const person = shown.get(userId);
    // To moderators everybody is shown, blocked or not.
    if (!person) throw new Error('somebody is presented who was not asked for');
    return person;
  };
}

/** Why somebody may not join, as they are told. */
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

/** An invitation as those see it who may make some. */
export function presentInvite(
  { ctx, inviteCodes }: Pick<Deps, 'ctx' | 'inviteCodes'>,
  { id, codeHash, createdBy, createdAt, expiresAt, maxUses, uses, revokedAt }: Invite,
  personOf: (userId: string) => Person,
): ShownInvite {
  const code = inviteCodes.codeOf(id);
  const isOver = revokedAt !== null || (expiresAt !== null && expiresAt <= ctx.clock.now());
  return {
    id,
    code: inviteCodes.hashOf(code) === codeHash ? code : null,
    createdBy: createdBy === null ? null : personOf(createdBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    maxUses,
    uses,
    isOpen: !isOver && (maxUses === null || uses < maxUses),
  };
}

/** What an invitation shows of its tribe to whoever opens it. */
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

/** How people are shown in a tribe, undefined for who may not be shown; asks identity once for all of `members`. */
export async function presenterOf(
  { users, presenter, blocks }: PeopleDeps,
  actor: Actor,
  members: readonly Member[],
): Promise<(tribe: TribeForViewer, member: Member) => Person | undefined> {
  const [known, viewer] = await Promise.all([users.byIds(members.map(({ userId }) => userId)), blocks.viewerOf(actor)]);
  return ({ tribe, membership }, member) => {
    const subject = known.get(member.userId);
    if (!subject) throw new Error('identity did not answer for everybody asked');
    return presenter.presentUser(viewer, subject, {
      tribeId: tribe.id,
      isHominini: isHominini(tribe),
      isPrivate: tribe.isPrivate,
      viewer: isActive(membership) ? membership : null,
      subject: isActive(member) ? member : null,
      // Who is no member is listed for moderators alone, to whom everybody is shown.
      formerLevel: 0,
    });
  };
}
