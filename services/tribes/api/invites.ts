import { TribeId } from '@tribus/community/ids.ts';
import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { inviteUsesMax } from '../limits.ts';

/** Links to join a tribe without a request. */

export const InviteParams = z.object({ tribeId: TribeId, inviteId: Id });

/** Body of POST tribes/{id}/invites. */
export const NewInvite = z.object({
  expiresAt: Time.nullable().default(null).meta({ description: 'Null for no end' }),
  maxUses: z.int().min(1).max(inviteUsesMax).nullable().default(null).meta({ description: 'Null for unlimited' }),
});
export type NewInvite = z.output<typeof NewInvite>;

/** An invitation, as visible to the tribe's moderators. */
export const Invite = z
  .object({
    id: z.string(),
    code: z.string().nullable().meta({ description: 'Null when it can no longer be displayed; it still works' }),
    createdBy: Person.nullable(),
    createdAt: Time,
    expiresAt: Time.nullable(),
    maxUses: z.int().nullable(),
    uses: z.int(),
    isOpen: z.boolean().meta({ description: 'It can be used now' }),
  })
  .meta({ id: 'Invite' });
export type Invite = z.output<typeof Invite>;

export const InvitesQuery = z.object({ limit: limit(50), cursor: Cursor });
export type InvitesQuery = z.output<typeof InvitesQuery>;

/** GET tribes/{id}/invites: the newest first, without revoked ones. */
export const Invites = pageOf(Invite);
export type Invites = z.output<typeof Invites>;

/** GET tribes/{id}/invites/{inviteId}/uses: the members who joined by it, the newest first. */
export const InviteUses = pageOf(z.object({ user: Person, usedAt: Time }));
export type InviteUses = z.output<typeof InviteUses>;

const Code = opaque(z.string().min(1).max(100));

/** GET invites?code= : the code is a query parameter, because logs omit secrets of the query. */
export const InviteQuery = z.object({ code: Code });

/** Body of POST invites/join. */
export const InviteUse = z.object({ code: Code });

/** The tribe behind an invitation, also for visitors without an account: it contains no names of members. */
export const InvitePreview = z
  .object({
    tribe: z.object({
      id: z.int(),
      name: z.string(),
      description: z.string(),
      imageUrl: z.string().nullable(),
      imageLqip: z.string().nullable(),
      tags: z.array(z.string()),
      isPrivate: z.boolean(),
      membersCount: z.int(),
      rules: z.array(z.string()),
    }),
    isMember: z.boolean().meta({ description: 'The viewer is already a member' }),
    expiresAt: Time.nullable(),
  })
  .meta({ id: 'InvitePreview' });
export type InvitePreview = z.output<typeof InvitePreview>;

/** The joined tribe. */
export const InviteJoined = z.object({ tribeId: z.int() }).meta({ id: 'InviteJoined' });
export type InviteJoined = z.output<typeof InviteJoined>;
