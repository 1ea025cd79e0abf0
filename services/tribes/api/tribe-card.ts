import { Time } from '@tribus/kit/http/schemas.ts';
import { z } from 'zod';
import { MyMembership } from './my-membership.ts';

/** A tribe in the directory. */
export const TribeCard = z
  .object({
    id: z.int(),
    name: z.string(),
    normalizedName: z.string().meta({ description: 'The slug; for an invisible tribe with a random ending' }),
    description: z.string(),
    imageUrl: z.string().nullable(),
    imageLqip: z
      .string()
      .nullable()
      .meta({ description: 'A tiny data URI as placeholder until the picture has loaded' }),
    tags: z.array(z.string()),
    isPrivate: z.boolean(),
    requiresApproval: z.boolean(),
    isInvisible: z.boolean().meta({ description: 'Visible to members and by invitation only; implies private' }),
    membersCount: z.int().meta({ description: 'Active members' }),
    hasJoinConditions: z
      .boolean()
      .meta({ description: 'Whether it has rules to read or questions to answer before joining' }),
    membership: MyMembership.nullable().meta({ description: "The viewer's own; null for none" }),
    createdAt: Time,
  })
  .meta({ id: 'TribeCard' });
export type TribeCard = z.output<typeof TribeCard>;
