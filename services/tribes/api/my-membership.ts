import * as proto from '@tribus/proto/tribes/v1/types.ts';
import { z } from 'zod';

/** A user's membership of a tribe. */

export const MemberRole = z.enum(proto.MemberRole).exclude(['none']).meta({ id: 'MemberRole' });
export const MembershipStatus = z.enum(proto.MembershipStatus).exclude(['none']).meta({ id: 'MembershipStatus' });

/** The viewer's own membership of a tribe; only `active` gives access. */
export const MyMembership = z
  .object({
    status: MembershipStatus,
    role: MemberRole,
    levelOrder: z.int().meta({ description: '1 and up; 0 unless active' }),
  })
  .meta({ id: 'MyMembership' });
export type MyMembership = z.output<typeof MyMembership>;
