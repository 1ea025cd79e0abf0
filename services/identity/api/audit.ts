import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { AuditAction, AuditActorKind, AuditTarget } from '@tribus/proto/audit/v1/types.ts';
import { z } from 'zod';

/** The audit log: what admins, moderators and people at their own accounts did, and failed logins. For site admins. */

const filterMax = 100;
const Filter = z
  .string()
  .trim()
  .max(filterMax)
  .transform((text) => text || undefined)
  .optional();

const Action = z.enum(AuditAction).exclude(['none']).meta({ id: 'AuditAction' });

/** What changed, by the name of the field. */
const State = z.record(z.string(), z.unknown());

export const AuditEntry = z
  .object({
    id: z.string(),
    createdAt: Time,
    service: z.string().meta({ description: 'Where it was done' }),
    action: z.enum(AuditAction).meta({ description: '`none` where a later version noted what this one does not know' }),
    actor: z.object({
      kind: z.enum(AuditActorKind).exclude(['none']),
      id: z.string().meta({ description: 'Of a user or a service; empty for visitors' }),
      name: z.string().meta({ description: 'As it was then' }),
    }),
    target: z.object({ type: z.enum(AuditTarget), id: z.string(), name: z.string() }),
    before: State,
    after: State,
    addressMark: z.string().meta({ description: 'Tells addresses of one day apart; empty where none was known' }),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditFilterQuery = z.object({
  actor: Filter.meta({ description: "A user's id or a part of the name" }),
  action: Action.optional(),
  target: Filter.meta({ description: 'An id or a part of the name' }),
  from: Time.optional(),
  to: Time.optional().meta({ description: 'Before this time' }),
});

/** GET admin/audit: the newest first. */
export const AuditQuery = AuditFilterQuery.extend({ limit: limit(50), cursor: Cursor });
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntries = pageOf(AuditEntry);
export type AuditEntries = z.output<typeof AuditEntries>;

/** GET admin/audit.csv: the same as a file, the newest 50,000 at most. */
export const AuditFile = z.string();
