import { Cursor, limit, pageOf, Time } from '@tribus/kit/http/schemas.ts';
import { AuditAction, AuditActorKind, AuditTarget } from '@tribus/proto/audit/v1/types.ts';
import { z } from 'zod';

/**
 * The audit log: actions of admins, of moderators and of users on their own accounts, and failed logins. For site
 * admins.
 */

const filterMax = 100;
const Filter = z
  .string()
  .trim()
  .max(filterMax)
  .transform((text) => text || undefined)
  .optional();

const Action = z.enum(AuditAction).exclude(['none']).meta({ id: 'AuditAction' });

/** Changed values by field name. */
const State = z.record(z.string(), z.unknown());

export const AuditEntry = z
  .object({
    id: z.string(),
    createdAt: Time,
    service: z.string().meta({ description: 'Service of the action' }),
    action: z.enum(AuditAction).meta({ description: '`none` for an action of a later version' }),
    actor: z.object({
      kind: z.enum(AuditActorKind).exclude(['none']),
      id: z.string().meta({ description: 'Id of a user or a service; empty for visitors' }),
      name: z.string().meta({ description: 'Name at that time' }),
    }),
    target: z.object({ type: z.enum(AuditTarget), id: z.string(), name: z.string() }),
    before: State,
    after: State,
    addressMark: z.string().meta({ description: 'Distinguishes addresses of one day; empty when unknown' }),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditFilterQuery = z.object({
  actor: Filter.meta({ description: 'A user id or part of the name' }),
  action: Action.optional(),
  target: Filter.meta({ description: 'An id or part of the name' }),
  from: Time.optional(),
  to: Time.optional().meta({ description: 'Before this time' }),
});

/** GET admin/audit: newest first. */
export const AuditQuery = AuditFilterQuery.extend({ limit: limit(50), cursor: Cursor });
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntries = pageOf(AuditEntry);
export type AuditEntries = z.output<typeof AuditEntries>;

/** GET admin/audit.csv: the same as a file, at most the newest 50,000. */
export const AuditFile = z.string();
