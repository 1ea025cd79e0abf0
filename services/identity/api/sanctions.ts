import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { lines, opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import {
  appealMax,
  appealMin,
  appealOutcomes,
  sanctionReasons,
  sanctionTextMax,
  sanctionTextMin,
  waitingCountedMax,
} from '../limits.ts';

/** What admins impose on members: a warning, silence (reads only) or suspension; and the appeal that each may make once. */

const sanctionKinds = ['warning', 'silence', 'suspension'] as const;
const Kind = z.enum(sanctionKinds).meta({ id: 'SanctionKind' });
const Reason = z.enum(sanctionReasons).meta({ id: 'SanctionReason' });

/** POST admin/users/{id}/sanctions. */
export const NewSanction = z.object({
  kind: Kind,
  reason: Reason,
  message: lines().trim().min(sanctionTextMin).max(sanctionTextMax).meta({ description: 'What the member reads' }),
  endsAt: Time.nullable().default(null).meta({ description: 'Null: until it is lifted. Of no use in a warning' }),
});
export type NewSanction = z.output<typeof NewSanction>;

const Appeal = z.object({
  text: z.string(),
  at: Time,
  outcome: z.enum(appealOutcomes).nullable().meta({ description: 'Null until an admin has answered' }),
  answer: z.string().nullable(),
  answeredAt: Time.nullable(),
});

/** A sanction as the member sees it. */
export const OwnSanction = z
  .object({
    id: z.string(),
    kind: Kind,
    reason: Reason,
    message: z.string(),
    createdAt: Time,
    endsAt: Time.nullable(),
    appeal: Appeal.nullable(),
  })
  .meta({ id: 'OwnSanction' });
export type OwnSanction = z.output<typeof OwnSanction>;

/** GET auth/me/sanctions: those in force. */
export const OwnSanctions = z.object({ items: z.array(OwnSanction) });

/** The same for admins. */
export const Sanction = OwnSanction.extend({
  userId: z.string(),
  userName: z.string(),
  issuedById: z.string(),
  issuedByName: z.string(),
  endedAt: Time.nullable(),
  endCause: z.enum(['expired', 'lifted', 'seen']).nullable(),
  note: z.string(),
}).meta({ id: 'Sanction' });
export type Sanction = z.output<typeof Sanction>;

/** GET admin/users/{id}/sanctions: the newest first. */
export const Sanctions = z.object({ items: z.array(Sanction) });

/** POST admin/sanctions/{id}/lift. */
export const Lifting = z.object({ note: lines().trim().min(1).max(sanctionTextMax) });

/** GET admin/appeals: the newest first; who only wants to know how many wait asks for a page of one. */
export const AppealsQuery = z.object({
  state: z.enum(['open', 'answered']).default('open'),
  limit: limit(30),
  cursor: Cursor,
});
export type AppealsQuery = z.output<typeof AppealsQuery>;

export const Appeals = pageOf(Sanction).extend({
  waiting: z.int().meta({
    description: `How many wait for an answer, whatever the filter; ${waitingCountedMax} for as many or more`,
  }),
});
export type Appeals = z.output<typeof Appeals>;

/** PUT admin/sanctions/{id}/appeal. */
export const AppealAnswer = z.object({
  outcome: z.enum(appealOutcomes),
  answer: lines().trim().min(1).max(sanctionTextMax).meta({ description: 'What the member reads' }),
});
export type AppealAnswer = z.output<typeof AppealAnswer>;

const appealText = lines('appeal_length').trim().min(appealMin, 'appeal_length').max(appealMax, 'appeal_length');

/** POST auth/me/sanctions/{id}/appeal. */
export const OwnAppeal = z.object({ text: appealText });

/** POST auth/suspension: `notice` came back from the sign-in elsewhere. */
export const SuspensionNotice = z.object({ notice: opaque(z.string()).max(100) });

/** The same names as in the details of a refused login; those that say nothing are left out. */
export const Suspension = z
  .object({
    details: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'Suspension' });

/** POST auth/appeals: of somebody who is suspended; `proof` comes with the refusal of the login. */
export const SuspendedAppeal = z.object({ proof: opaque(z.string()).max(100), text: appealText });
