import { BodyTribeId, TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines, truncate } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { Answers, GivenAnswer, Question, Questions, RequestNote, Rules } from './api/door.ts';
import { OwnBan, OwnershipOffer, OwnRestriction } from './api/measures.ts';
import { MemberRole, MembershipStatus, MyMembership } from './api/my-membership.ts';
import {
  directoryPageSize,
  tribeDescriptionMax,
  tribeNameMax,
  tribeNameMin,
  tribeTagsMax,
  waitingCountedMax,
} from './limits.ts';
import { parseTribeTags } from './tags.ts';

/** Tribes, their members and levels (specification 2, sections 3, 5 and 7). */

export const MemberParams = z.object({ tribeId: TribeId, userId: Id });

/** admin/users/{id}/memberships, for site admins (specification 1, section 7). */
export const UserParams = z.object({ id: Id });
export const UserMembershipParams = z.object({ id: Id, tribeId: TribeId });
export const NewMembership = z.object({ tribeId: BodyTribeId });
export const MembershipRole = z.object({ role: z.enum(['officer', 'member']) });

/** A tribe as the directory shows it. */
export const TribeCard = z
  .object({
    id: z.int(),
    name: z.string(),
    normalizedName: z.string().meta({ description: 'The slug; of an invisible tribe with a random ending' }),
    description: z.string(),
    imageUrl: z.string().nullable(),
    imageLqip: z.string().nullable().meta({ description: 'A tiny data URI to show until the picture has loaded' }),
    tags: z.array(z.string()),
    isPrivate: z.boolean(),
    requiresApproval: z.boolean(),
    isInvisible: z.boolean().meta({ description: 'Found by an invitation only; private, too' }),
    membersCount: z.int().meta({ description: 'Active members' }),
    membership: MyMembership.nullable().meta({ description: "The caller's own; null when they have none" }),
    createdAt: Time,
  })
  .meta({ id: 'TribeCard' });
export type TribeCard = z.output<typeof TribeCard>;

const toModerators = (may: string) =>
  z
    .boolean()
    .optional()
    .meta({ description: `To moderators: whether the caller may ${may}` });

/** Somebody in a tribe, as the caller may see them. */
export const TribeMember = z
  .object({
    user: Person,
    role: MemberRole,
    levelOrder: z.int(),
    restrictedHigher: z.boolean(),
    restrictedLower: z.boolean(),
    joinedAt: Time,
    canSetRole: toModerators('make them an officer, or a member again'),
    canRestrict: toModerators('have them read and not write, also in place of what holds'),
    canLift: toModerators('lift the restriction that holds'),
    canRemove: toModerators('take them out of the tribe'),
    canBan: toModerators('ban them'),
    restriction: OwnRestriction.nullable()
      .optional()
      .meta({ description: 'To moderators: why and until when they may not write; null when they may' }),
  })
  .meta({ id: 'TribeMember' });
export type TribeMember = z.output<typeof TribeMember>;

/**
 * A tribe on its own page. `members` starts with owner and officers and holds at most 20; GET members has them all.
 * To non-members a public tribe names owner and officers only, a private one nobody.
 */
export const Tribe = TribeCard.extend({
  members: z.array(TribeMember),
  onlineCount: z.int().nullable().meta({
    description: 'How many members are online now; null for those who may not know, as who hides it themselves',
  }),
  here: z.array(Person).meta({
    description:
      'The first members who are online now, as `onlineCount`; those without a name to the caller are not among them',
  }),
  canRead: z.boolean().meta({ description: 'The caller may read its posts and see its members' }),
  canModerate: z.boolean().meta({ description: 'The caller may change it and answer requests to join' }),
  canRename: z.boolean().meta({ description: 'The caller may change its name and access rules, too' }),
  canDelete: z.boolean().meta({ description: 'The caller may delete it, offer it to another member and set officers' }),
  canLeave: z.boolean(),
  rules: z.array(z.string()).meta({ description: 'To be shown to whoever joins' }),
  questions: z.array(Question).meta({ description: 'To be answered by whoever joins or asks to' }),
  ban: OwnBan.nullable().meta({ description: 'Why the caller may not join' }),
  restriction: OwnRestriction.nullable().meta({ description: 'Why the caller may read and not write' }),
  mayAskAt: Time.nullable().meta({ description: 'When the caller, who was rejected, may ask again' }),
  ownershipOffer: OwnershipOffer.nullable().meta({ description: 'To the owner, site admins, and who is asked' }),
}).meta({ id: 'Tribe' });
export type Tribe = z.output<typeof Tribe>;

/** GET tribes?page&pageSize&q: `q` searches name, description and tags. */
export const TribesQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1).meta({ type: 'integer' }),
  pageSize: limit(directoryPageSize),
  q: z.string().trim().max(100).default(''),
});
export type TribesQuery = z.output<typeof TribesQuery>;

export const Tribes = z.object({ items: z.array(TribeCard), total: z.int() });
export type Tribes = z.output<typeof Tribes>;

/** GET tribes/slug?s= */
export const SlugQuery = z.object({ s: z.string().trim().max(200).default('') });

/**
 * `slug` is what the name becomes, `suggestion` a free one near it (the same when available); empty for a name that
 * cannot be used.
 */
export const Slug = z.object({ slug: z.string(), suggestion: z.string(), available: z.boolean() }).meta({ id: 'Slug' });
export type Slug = z.output<typeof Slug>;

const Name = line('name_required')
  .min(1, 'name_required')
  .min(tribeNameMin, 'name_length')
  .max(tribeNameMax, 'name_length');

/** A list, or one string separated by commas; normalised by `parseTribeTags`. */
const Tags = z.union([lines().max(1_000), z.array(lines().max(200)).max(100)]).transform((typed, context) => {
  const { tags, problems } = parseTribeTags(typed);
  for (const { code, tag } of problems) {
    context.addIssue({ code: 'custom', message: code, params: { tag: truncate(tag, 40) } });
  }
  if (tags.length > tribeTagsMax) context.addIssue({ code: 'custom', message: 'too_many_tags' });
  return tags;
});

const Description = lines().trim().max(tribeDescriptionMax, 'description_length');

/** POST tribes. A private tribe always requires approval, whatever is sent (decisions.md 3); an invisible one is private. */
export const NewTribe = z.object({
  name: Name,
  description: Description.default(''),
  tags: Tags.default([]),
  isPrivate: z.boolean().default(false),
  requiresApproval: z.boolean().default(false),
  isInvisible: z.boolean().default(false),
  rules: Rules.default([]),
  questions: Questions.default([]),
});
export type NewTribe = z.output<typeof NewTribe>;

/** PUT tribes/{id}: what is absent stays. */
export const TribeChange = z.object({
  name: Name.optional(),
  description: Description.optional(),
  tags: Tags.optional(),
  isPrivate: z.boolean().optional(),
  requiresApproval: z.boolean().optional(),
  isInvisible: z.boolean().optional(),
  rules: Rules.optional(),
  questions: Questions.optional().meta({ description: 'Those with the id of one that is there replace its text' }),
});
export type TribeChange = z.output<typeof TribeChange>;

/**
 * DELETE tribes/{id}: the name as it was typed to confirm; refused when it is another. Who sends none, as the
 * specification's call does, has asked elsewhere.
 */
export const TribeDeletion = z.object({ name: line().max(200).optional() });

/** POST tribes/{id}/banner: one picture, in the field `image`. */
export const BannerForm = z.object({ image: File });

export const Banner = z.object({ imageUrl: z.string(), imageLqip: z.string().nullable() }).meta({ id: 'Banner' });
export type Banner = z.output<typeof Banner>;

/** POST tribes/{id}/join and join-request: the answers to the tribe's questions. */
export const Joining = z.object({ answers: Answers.default([]) });
export type Joining = z.output<typeof Joining>;

/** The caller's membership after join, leave, join-request and its cancellation; null for none. */
export const JoinAnswer = z.object({ membership: MyMembership.nullable() }).meta({ id: 'JoinAnswer' });
export type JoinAnswer = z.output<typeof JoinAnswer>;

/** A tribe of which the caller is a member or has requested to be one. */
export const Membership = z
  .object({
    tribeId: z.int(),
    tribe: z.object({
      id: z.int(),
      name: z.string(),
      normalizedName: z.string(),
      imageUrl: z.string().nullable(),
      imageLqip: z.string().nullable(),
      isPrivate: z.boolean(),
      membersCount: z.int(),
    }),
    tribeName: z.string(),
    normalizedName: z.string(),
    role: MemberRole,
    status: MembershipStatus,
    levelOrder: z.int(),
    createdAt: Time.meta({ description: 'When they joined, or requested to' }),
  })
  .meta({ id: 'Membership' });
export type Membership = z.output<typeof Membership>;

/** GET tribes/@me/memberships: active and pending ones, by name. */
export const Memberships = z.object({ items: z.array(Membership) });
export type Memberships = z.output<typeof Memberships>;

/**
 * GET tribes/{id}/members: owner, officers, then members, each by the time they joined. `q` searches names; a
 * page of a search may hold less than `limit`, or nothing, and still have a next one.
 */
export const MembersQuery = z.object({
  limit: limit(50),
  cursor: Cursor,
  q: z.string().trim().max(100).default(''),
  role: MemberRole.optional(),
});
export type MembersQuery = z.output<typeof MembersQuery>;

export const Members = pageOf(TribeMember);
export type Members = z.output<typeof Members>;

/** Somebody in one of the caller's tribes. Who is in several of them is listed in each, as that tribe shows them. */
export const FellowMember = TribeMember.extend({
  tribe: z.object({ id: z.int(), name: z.string() }),
}).meta({ id: 'FellowMember' });
export type FellowMember = z.output<typeof FellowMember>;

/**
 * GET tribes/@me/members: the others in the caller's tribes, hominini left out, tribe by tribe. `q` searches as in a tribe;
 * `tribeId` names one of them, any other has nobody.
 */
export const FellowMembersQuery = MembersQuery.extend({ tribeId: TribeId.optional() });
export type FellowMembersQuery = z.output<typeof FellowMembersQuery>;

export const FellowMembers = pageOf(FellowMember);
export type FellowMembers = z.output<typeof FellowMembers>;

/** A request to join; for owner, officers and admins. */
export const PendingMember = z
  .object({ user: Person, requestedAt: Time, answers: z.array(GivenAnswer), notes: z.array(RequestNote) })
  .meta({ id: 'PendingMember' });
export type PendingMember = z.output<typeof PendingMember>;

/** GET tribes/{id}/members/pending: the oldest first; who only wants to know how many wait asks for a page of one. */
export const PendingQuery = z.object({ limit: limit(50), cursor: Cursor });
export type PendingQuery = z.output<typeof PendingQuery>;

export const PendingMembers = pageOf(PendingMember).extend({
  waiting: z.int().meta({ description: `How many wait, on all pages; ${waitingCountedMax} for as many or more` }),
});
export type PendingMembers = z.output<typeof PendingMembers>;
