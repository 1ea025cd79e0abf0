import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/tribes/v1/types.ts';
import { z } from 'zod';
import { reasonMax, tribeNameMax } from '../limits.ts';

/** What moderators decide over members: they write no more for a while, are removed, banned, or given an office. */

const Authority = z
  .enum(proto.Authority)
  .exclude(['none'])
  .meta({ id: 'Authority', description: 'As whom it was decided' });

const Reason = lines('reason_required').trim().min(1, 'reason_required').max(reasonMax, 'reason_length');

/** What somebody who is banned is told: why, by role and not by name. */
export const OwnBan = z
  .object({
    reason: z.string(),
    authority: Authority,
    createdAt: Time,
    endsAt: Time.nullable().meta({ description: 'Null: it has no end' }),
  })
  .meta({ id: 'OwnBan' });
export type OwnBan = z.output<typeof OwnBan>;

/** GET tribes/@me/bans: those in force. */
export const OwnBans = z.object({
  items: z.array(OwnBan.extend({ tribe: z.object({ id: z.int(), name: z.string() }) })),
});
export type OwnBans = z.output<typeof OwnBans>;

/** Why and until when somebody may read and not write. */
export const OwnRestriction = z
  .object({ reason: z.string(), authority: Authority, createdAt: Time, endsAt: Time })
  .meta({ id: 'OwnRestriction' });
export type OwnRestriction = z.output<typeof OwnRestriction>;

/** A ban as moderators see it. */
export const TribeBan = OwnBan.extend({
  user: Person,
  by: Person.nullable(),
  canLift: z.boolean().meta({ description: 'The caller may lift it' }),
}).meta({ id: 'TribeBan' });
export type TribeBan = z.output<typeof TribeBan>;

/** GET tribes/{id}/bans: those in force, the newest first. */
export const BansQuery = z.object({ limit: limit(50), cursor: Cursor });
export type BansQuery = z.output<typeof BansQuery>;
export const TribeBans = pageOf(TribeBan);
export type TribeBans = z.output<typeof TribeBans>;

/** POST tribes/{id}/bans. */
export const NewBan = z.object({
  userId: Id,
  reason: Reason,
  endsAt: Time.nullable().default(null).meta({ description: 'Null: it has no end' }),
});
export type NewBan = z.output<typeof NewBan>;

/** PUT tribes/{id}/members/{userId}/restriction; the answer is what holds now. */
export const NewRestriction = z.object({ reason: Reason, endsAt: Time });
export type NewRestriction = z.output<typeof NewRestriction>;

/** POST tribes/{id}/owner: who is asked to own the tribe, and its name as it was typed to confirm. */
export const NewOwnershipOffer = z.object({
  userId: Id,
  name: line('name_mismatch').max(tribeNameMax * 4, 'name_mismatch'),
});
export type NewOwnershipOffer = z.output<typeof NewOwnershipOffer>;

/** Who is asked to own a tribe; told to them, to its owner and to site admins. */
export const OwnershipOffer = z
  .object({ user: Person, createdAt: Time, isMine: z.boolean().meta({ description: 'It is the caller who is asked' }) })
  .meta({ id: 'OwnershipOffer' });
export type OwnershipOffer = z.output<typeof OwnershipOffer>;
