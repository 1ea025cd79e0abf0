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

/** Sanctions of members: a warning, a silence (reads only) or a suspension; and the appeal that each may make once. */

const sanctionKinds = ['warning', 'silence', 'suspension'] as const;
const Kind = z.enum(sanctionKinds).meta({ id: 'SanctionKind' });
const Reason = z.enum(sanctionReasons).meta({ id: 'SanctionReason' });

/** Body of POST admin/users/{id}/sanctions. */
export const NewSanction = z.object({
  kind: Kind,
  reason: Reason,
  message: lines().trim().min(sanctionTextMin).max(sanctionTextMax).meta({ description: 'What the member reads' }),
  endsAt: Time.nullable().default(null).meta({ description: 'Null: until it is lifted. Ignored for a warning' }),
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

/** A sanction as admins see it. */
export const Sanction = OwnSanction.extend({
  userId: z.string(),
  userName: z.string(),
  issuedById: z.string().nullable().meta({ description: 'Null when the account of the admin is deleted' }),
  issuedByName: z.string(),
  endedAt: Time.nullable(),
  endCause: z.enum(['expired', 'lifted', 'seen']).nullable(),
  note: z.string(),
}).meta({ id: 'Sanction' });
export type Sanction = z.output<typeof Sanction>;

/** GET admin/users/{id}/sanctions: newest first. */
export const Sanctions = z.object({ items: z.array(Sanction) });

/** Body of POST admin/sanctions/{id}/lift. */
export const Lifting = z.object({ note: lines().trim().min(1).max(sanctionTextMax) });

/** GET admin/appeals: newest first; to get only the number of open appeals, request a page of one. */
export const AppealsQuery = z.object({
  state: z.enum(['open', 'answered']).default('open'),
  limit: limit(30),
  cursor: Cursor,
});
export type AppealsQuery = z.output<typeof AppealsQuery>;

export const Appeals = pageOf(Sanction).extend({
  waiting: z.int().meta({
    description: `Number of open appeals, whatever the filter; at most ${waitingCountedMax}`,
  }),
});
export type Appeals = z.output<typeof Appeals>;

/** Body of PUT admin/sanctions/{id}/appeal. */
export const AppealAnswer = z.object({
  outcome: z.enum(appealOutcomes),
  answer: lines().trim().min(1).max(sanctionTextMax).meta({ description: 'What the member reads' }),
});
export type AppealAnswer = z.output<typeof AppealAnswer>;

const appealText = lines('appeal_length').trim().min(appealMin, 'appeal_length').max(appealMax, 'appeal_length');

/** Body of POST auth/me/sanctions/{id}/appeal. */
export const OwnAppeal = z.object({ text: appealText });

/** POST auth/suspension: `notice` is a parameter of the redirect after Google. */
export const SuspensionNotice = z.object({ notice: opaque(z.string()).max(100) });

/** The details of a refused login, with the same names; empty ones are omitted. */
export const Suspension = z
  .object({
    details: z.array(z.object({ path: z.string(), message: z.string() })).meta({
      description: '`path` is one of id (of the suspension), reason, message, endsAt, appeal, appealAnswer, proof',
    }),
  })
  .meta({ id: 'Suspension' });

/** POST auth/appeals: for a suspended user; `proof` is in the response of the refused login. */
export const SuspendedAppeal = z.object({ proof: opaque(z.string()).max(100), text: appealText });
