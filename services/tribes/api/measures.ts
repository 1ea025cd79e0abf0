import { Person } from '@tribus/community/person.ts';
import { Cursor, Id, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { line, lines } from '@tribus/kit/http/text.ts';
import * as proto from '@tribus/proto/tribes/v1/types.ts';
import { z } from 'zod';
import { reasonMax, tribeNameMax } from '../limits.ts';

/** Moderators' measures against members (restriction, removal, ban) and changes of role. */

const Authority = z
  .enum(proto.Authority)
  .exclude(['none'])
  .meta({ id: 'Authority', description: "The decider's authority" });

const Reason = lines('reason_required').trim().min(1, 'reason_required').max(reasonMax, 'reason_length');

/** A ban, as visible to the banned user: with the reason, and the role of the decider instead of a name. */
export const OwnBan = z
  .object({
    reason: z.string(),
    authority: Authority,
    createdAt: Time,
    endsAt: Time.nullable().meta({ description: 'Null for no end' }),
  })
  .meta({ id: 'OwnBan' });
export type OwnBan = z.output<typeof OwnBan>;

/** GET tribes/@me/bans: bans in force. */
export const OwnBans = z.object({
  items: z.array(OwnBan.extend({ tribe: z.object({ id: z.int(), name: z.string() }) })),
});
export type OwnBans = z.output<typeof OwnBans>;

/** Reason and end of a restriction to reading. */
export const OwnRestriction = z
  .object({ reason: z.string(), authority: Authority, createdAt: Time, endsAt: Time })
  .meta({ id: 'OwnRestriction' });
export type OwnRestriction = z.output<typeof OwnRestriction>;

/** A ban, as visible to moderators. */
export const TribeBan = OwnBan.extend({
  user: Person,
  by: Person.nullable(),
  canLift: z.boolean().meta({ description: 'The viewer may lift it' }),
}).meta({ id: 'TribeBan' });
export type TribeBan = z.output<typeof TribeBan>;

/** GET tribes/{id}/bans: bans in force, the newest first. */
export const BansQuery = z.object({ limit: limit(50), cursor: Cursor });
export type BansQuery = z.output<typeof BansQuery>;
export const TribeBans = pageOf(TribeBan);
export type TribeBans = z.output<typeof TribeBans>;

/** Body of POST tribes/{id}/bans. */
export const NewBan = z.object({
  userId: Id,
  reason: Reason,
  endsAt: Time.nullable().default(null).meta({ description: 'Null for no end' }),
});
export type NewBan = z.output<typeof NewBan>;

/** PUT tribes/{id}/members/{userId}/restriction; returns the restriction now in force. */
export const NewRestriction = z.object({ reason: Reason, endsAt: Time });
export type NewRestriction = z.output<typeof NewRestriction>;

/** POST tribes/{id}/owner: the user to whom ownership is offered, and the tribe's name typed as confirmation. */
export const NewOwnershipOffer = z.object({
  userId: Id,
  name: line('name_mismatch').max(tribeNameMax * 4, 'name_mismatch'),
});
export type NewOwnershipOffer = z.output<typeof NewOwnershipOffer>;

/** An offer of ownership; visible to its recipient, the tribe's owner and site admins. */
export const OwnershipOffer = z
  .object({ user: Person, createdAt: Time, isMine: z.boolean().meta({ description: 'The offer is to the viewer' }) })
  .meta({ id: 'OwnershipOffer' });
export type OwnershipOffer = z.output<typeof OwnershipOffer>;
