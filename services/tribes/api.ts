import { TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, File, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines, truncate } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/tribes/v1/types.ts';
import { z } from 'zod';
import { directoryPageSize, tribeDescriptionMax, tribeNameMax, tribeNameMin, tribeTagsMax } from './limits.ts';
import { parseTribeTags } from './tags.ts';

/** Tribes, their members and levels (specification 2, sections 3, 5 and 7). */

export const MemberRole = z.enum(proto.MemberRole).exclude(['none']).meta({ id: 'MemberRole' });
const MembershipStatus = z.enum(proto.MembershipStatus).exclude(['none']).meta({ id: 'MembershipStatus' });

export const MemberParams = z.object({ tribeId: TribeId, userId: Id });

/** The caller's own membership of a tribe; only `active` gives access. */
export const MyMembership = z
  .object({
    status: MembershipStatus,
    role: MemberRole,
    levelOrder: z.int().meta({ description: '1 and up; 0 unless active' }),
  })
  .meta({ id: 'MyMembership' });
export type MyMembership = z.output<typeof MyMembership>;

/** A tribe as the directory shows it. */
export const TribeCard = z
  .object({
    id: z.int(),
    name: z.string(),
    normalizedName: z.string().meta({ description: 'The slug' }),
    description: z.string(),
    imageUrl: z.string().nullable(),
    imageLqip: z.string().nullable().meta({ description: 'A tiny data URI to show until the picture has loaded' }),
    tags: z.array(z.string()),
    isPrivate: z.boolean(),
    requiresApproval: z.boolean(),
    membersCount: z.int().meta({ description: 'Active members' }),
    membership: MyMembership.nullable().meta({ description: "The caller's own; null when they have none" }),
    createdAt: Time,
  })
  .meta({ id: 'TribeCard' });
export type TribeCard = z.output<typeof TribeCard>;

/** Somebody in a tribe, as the caller may see them. */
export const TribeMember = z
  .object({
    user: Person,
    role: MemberRole,
    levelOrder: z.int(),
    restrictedHigher: z.boolean(),
    restrictedLower: z.boolean(),
    joinedAt: Time,
  })
  .meta({ id: 'TribeMember' });
export type TribeMember = z.output<typeof TribeMember>;

/**
 * A tribe on its own page. `members` starts with owner and officers and holds at most 20; GET members has them all.
 * To non-members a public tribe names owner and officers only, a private one nobody.
 */
export const Tribe = TribeCard.extend({
  members: z.array(TribeMember),
  canRead: z.boolean().meta({ description: 'The caller may read its posts and see its members' }),
  canModerate: z.boolean().meta({ description: 'The caller may change it and answer requests to join' }),
  canRename: z.boolean().meta({ description: 'The caller may change its name and access rules, too' }),
  canDelete: z.boolean(),
  canLeave: z.boolean(),
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

/** POST tribes. A private tribe always requires approval, whatever is sent (decisions.md 3). */
export const NewTribe = z.object({
  name: Name,
  description: Description.default(''),
  tags: Tags.default([]),
  isPrivate: z.boolean().default(false),
  requiresApproval: z.boolean().default(false),
});
export type NewTribe = z.output<typeof NewTribe>;

/** PUT tribes/{id}: what is absent stays. */
export const TribeChange = z.object({
  name: Name.optional(),
  description: Description.optional(),
  tags: Tags.optional(),
  isPrivate: z.boolean().optional(),
  requiresApproval: z.boolean().optional(),
});
export type TribeChange = z.output<typeof TribeChange>;

/** POST tribes/{id}/banner: one picture, in the field `image`. */
export const BannerForm = z.object({ image: File });

export const Banner = z.object({ imageUrl: z.string(), imageLqip: z.string().nullable() }).meta({ id: 'Banner' });
export type Banner = z.output<typeof Banner>;

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
export const MembersQuery = z.object({ limit: limit(50), cursor: Cursor, q: z.string().trim().max(100).default('') });
export type MembersQuery = z.output<typeof MembersQuery>;

export const Members = pageOf(TribeMember);
export type Members = z.output<typeof Members>;

/** A request to join; for owner, officers and admins. */
export const PendingMember = z.object({ user: Person, requestedAt: Time }).meta({ id: 'PendingMember' });
export type PendingMember = z.output<typeof PendingMember>;

/** GET tribes/{id}/members/pending: the oldest first. */
export const PendingQuery = z.object({ limit: limit(50), cursor: Cursor });
export type PendingQuery = z.output<typeof PendingQuery>;

export const PendingMembers = pageOf(PendingMember);
export type PendingMembers = z.output<typeof PendingMembers>;

/** A challenge without its answers (decisions.md 3). */
export const Challenge = z
  .object({
    id: z.string(),
    type: z.enum(['quiz', 'manual']),
    title: z.string(),
    prompt: z.string(),
    maxScore: z.int(),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.output<typeof Challenge>;

export const Level = z
  .object({
    id: z.string(),
    order: z.int(),
    name: z.string(),
    description: z.string(),
    minScore: z.int().meta({ description: 'Percent' }),
    rewardPoints: z.int(),
    challenges: z.array(Challenge),
  })
  .meta({ id: 'Level' });
export type Level = z.output<typeof Level>;

/** GET tribes/{id}/config: the levels in order. */
export const TribeConfig = z.object({ levels: z.array(Level) });
export type TribeConfig = z.output<typeof TribeConfig>;

/** One of the caller's submissions. */
export const Submission = z
  .object({
    id: z.string(),
    challenge: z.object({ title: z.string(), level: z.object({ order: z.int() }) }),
    score: z.int().nullable(),
    status: z.enum(['pending', 'approved', 'rejected']),
    createdAt: Time,
  })
  .meta({ id: 'Submission' });
export type Submission = z.output<typeof Submission>;

/** GET tribes/{id}/progress: the caller's membership and their newest submissions. */
export const Progress = z.object({ member: MyMembership, lastSubs: z.array(Submission) }).meta({ id: 'Progress' });
export type Progress = z.output<typeof Progress>;
