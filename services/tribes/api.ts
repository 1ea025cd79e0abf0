import { BodyTribeId, TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines, truncate } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { AnsweredQuestion, Answers, Question, Questions, RequestNote, Rules } from './api/admission.ts';
import { OwnBan, OwnershipOffer, OwnRestriction } from './api/measures.ts';
import { MemberRole, MembershipStatus, MyMembership } from './api/my-membership.ts';
import { TribeCard } from './api/tribe-card.ts';
import {
  directoryPageSize,
  tribeDescriptionMax,
  tribeNameMax,
  tribeNameMin,
  tribeTagsMax,
  waitingCountedMax,
} from './limits.ts';
import { parseTribeTags, type TribeTagProblem } from './tags.ts';

/** Tribes, their members and levels (specification 2, sections 3, 5 and 7). */

export const MemberParams = z.object({ tribeId: TribeId, userId: Id });

/** admin/users/{id}/memberships, for site admins (specification 1, section 7). */
export const UserParams = z.object({ id: Id });
export const UserMembershipParams = z.object({ id: Id, tribeId: TribeId });
export const NewMembership = z.object({ tribeId: BodyTribeId });
export const MembershipRole = z.object({ role: z.enum(['officer', 'member']) });

const toModerators = (may: string) =>
  z
    .boolean()
    .optional()
    .meta({ description: `For moderators: whether the viewer may ${may}` });

/** A member of a tribe, as visible to the viewer. */
export const TribeMember = z
  .object({
    user: Person,
    role: MemberRole,
    levelOrder: z.int(),
    restrictedHigher: z.boolean(),
    restrictedLower: z.boolean(),
    joinedAt: Time.nullable().meta({ description: 'Null for hidden members, whom it would identify' }),
    canSetRole: toModerators('make the member an officer, or the officer a member'),
    canRestrict: toModerators('restrict the member to reading, also replacing a restriction in force'),
    canLift: toModerators('lift the restriction in force'),
    canRemove: toModerators('remove the member from the tribe'),
    canBan: toModerators('ban the member'),
    restriction: OwnRestriction.nullable()
      .optional()
      .meta({ description: 'For moderators: the restriction in force, null for none' }),
  })
  .meta({ id: 'TribeMember' });
export type TribeMember = z.output<typeof TribeMember>;

/**
 * A tribe on its own page. `members` starts with owner and officers and contains at most 20; GET members returns all of
 * them. For non-members, a public tribe lists only owner and officers, a private one no members. A banned user to whom
 * the tribe is invisible receives the ban, a placeholder as its name, empty texts and 0 as `membersCount`.
 */
export const Tribe = TribeCard.extend({
  members: z.array(TribeMember),
  onlineCount: z.int().nullable().meta({
    description: 'The number of online members; null for viewers without read access or with a hidden online status',
  }),
  here: z.array(Person).meta({
    description:
      'The first online members, under the conditions of `onlineCount`; without members hidden from the viewer',
  }),
  canRead: z.boolean().meta({ description: 'The viewer may read its posts and see its members' }),
  canModerate: z.boolean().meta({ description: 'The viewer may change it and resolve requests to join' }),
  canRename: z.boolean().meta({ description: 'The viewer may also change its name and access rules' }),
  canDelete: z.boolean().meta({ description: 'The viewer may delete it, offer it to another member and set officers' }),
  canLeave: z.boolean(),
  rules: z.array(z.string()).meta({ description: 'Shown to users before they join' }),
  questions: z.array(Question).meta({ description: 'To be answered when joining or requesting to join' }),
  ban: OwnBan.nullable().meta({ description: "The viewer's ban in force" }),
  restriction: OwnRestriction.nullable().meta({ description: "The viewer's restriction in force" }),
  mayAskAt: Time.nullable().meta({ description: 'When the rejected viewer may request again' }),
  ownershipOffer: OwnershipOffer.nullable().meta({ description: 'For the owner, site admins and the recipient' }),
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

/** Query of GET tribes/slug; `s` is the name from which a free slug is derived. */
export const SlugQuery = z.object({ s: z.string().trim().max(200).default('') });

/**
 * `slug` is derived from the name; `suggestion` is a similar free slug, equal to `slug` when that is available. Both
 * are empty for an unusable name.
 */
export const Slug = z.object({ slug: z.string(), suggestion: z.string(), available: z.boolean() }).meta({ id: 'Slug' });
export type Slug = z.output<typeof Slug>;

const Name = line('name_required')
  .min(1, 'name_required')
  .min(tribeNameMin, 'name_length')
  .max(tribeNameMax, 'name_length');

/**
 * Tags as a list, or as one string separated by commas; normalised by `parseTribeTags`. The error codes of the creation
 * and of a change differ, because the specification gives them different texts (part 2, section 5).
 */
const tagsWith = (codes: Record<TribeTagProblem['code'], string>) =>
  z.union([lines().max(1_000), z.array(lines().max(200)).max(100)]).transform((typed, context) => {
    const { tags, problems } = parseTribeTags(typed);
    for (const { code, tag } of problems) {
      context.addIssue({ code: 'custom', message: codes[code], params: { tag: truncate(tag, 40) } });
    }
    if (tags.length > tribeTagsMax) context.addIssue({ code: 'custom', message: 'too_many_tags' });
    return tags;
  });

const Description = lines().trim().max(tribeDescriptionMax, 'description_length');

/**
 * POST tribes. A private tribe always requires approval, whatever the request contains (decisions.md 3); an invisible
 * one is private.
 */
export const NewTribe = z.object({
  name: Name,
  description: Description.default(''),
  tags: tagsWith({ tag_length: 'tag_length', tag_characters: 'tag_characters' }).default([]),
  isPrivate: z.boolean().default(false),
  requiresApproval: z.boolean().default(false),
  isInvisible: z.boolean().default(false),
  rules: Rules.default([]),
  questions: Questions.default([]),
});
export type NewTribe = z.output<typeof NewTribe>;

/** PUT tribes/{id}: absent fields stay unchanged. */
export const TribeChange = z.object({
  name: Name.optional(),
  description: Description.optional(),
  tags: tagsWith({ tag_length: 'changed_tag_length', tag_characters: 'changed_tag_characters' }).optional(),
  isPrivate: z.boolean().optional(),
  requiresApproval: z.boolean().optional(),
  isInvisible: z.boolean().optional(),
  rules: Rules.optional(),
  questions: Questions.optional().meta({ description: 'A question with an existing id replaces its text' }),
});
export type TribeChange = z.output<typeof TribeChange>;

/**
 * DELETE tribes/{id}: the name typed as confirmation; a different name is rejected. Optional, because a client that
 * follows the specification confirms elsewhere.
 */
export const TribeDeletion = z.object({ name: line().max(200).optional() });

/** POST tribes/{id}/banner: one picture, in the field `image`. */
export const BannerForm = z.object({ image: File });

export const Banner = z.object({ imageUrl: z.string(), imageLqip: z.string().nullable() }).meta({ id: 'Banner' });
export type Banner = z.output<typeof Banner>;

/** POST tribes/{id}/join and join-request: the answers to the tribe's questions. */
export const Joining = z.object({ answers: Answers.default([]) });
export type Joining = z.output<typeof Joining>;

/** The viewer's membership after join, leave, join-request and its cancellation; null for none. */
export const JoinAnswer = z.object({ membership: MyMembership.nullable() }).meta({ id: 'JoinAnswer' });
export type JoinAnswer = z.output<typeof JoinAnswer>;

/** A tribe in which the viewer has an active or pending membership. */
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
    createdAt: Time.meta({ description: 'When the user joined, or requested to' }),
  })
  .meta({ id: 'Membership' });
export type Membership = z.output<typeof Membership>;

/** GET tribes/@me/memberships: active and pending memberships, by name. */
export const Memberships = z.object({ items: z.array(Membership) });
export type Memberships = z.output<typeof Memberships>;

/**
 * GET tribes/{id}/members: owner, officers, then members, each by the time they joined. `q` searches names; a page of
 * search results may contain fewer than `limit` entries, or none, and still have a next page.
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

/**
 * A member of one of the viewer's tribes. A member of several is listed once per tribe, as that tribe displays them.
 */
export const FellowMember = TribeMember.extend({
  tribe: z.object({ id: z.int(), name: z.string() }),
}).meta({ id: 'FellowMember' });
export type FellowMember = z.output<typeof FellowMember>;

/**
 * GET tribes/@me/members: the other members of the viewer's tribes except hominini, tribe by tribe. `q` searches as in
 * a tribe; `tribeId` selects one of these tribes, any other id returns an empty page.
 */
export const FellowMembersQuery = MembersQuery.extend({ tribeId: TribeId.optional() });
export type FellowMembersQuery = z.output<typeof FellowMembersQuery>;

export const FellowMembers = pageOf(FellowMember);
export type FellowMembers = z.output<typeof FellowMembers>;

/** A request to join; for owner, officers and admins. */
export const PendingMember = z
  .object({ user: Person, requestedAt: Time, answers: z.array(AnsweredQuestion), notes: z.array(RequestNote) })
  .meta({ id: 'PendingMember' });
export type PendingMember = z.output<typeof PendingMember>;

/** GET tribes/{id}/members/pending: the oldest first. Request a page of one to get the count alone. */
export const PendingQuery = z.object({ limit: limit(50), cursor: Cursor });
export type PendingQuery = z.output<typeof PendingQuery>;

export const PendingMembers = pageOf(PendingMember).extend({
  waiting: z
    .int()
    .meta({ description: `The number of pending requests on all pages; ${waitingCountedMax} for as many or more` }),
});
export type PendingMembers = z.output<typeof PendingMembers>;
