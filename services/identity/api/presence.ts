import { Time } from '@tribus/kit/http/schemas.ts';
import { opaque } from '@tribus/kit/http/text.ts';
import { z } from 'zod';
import { presenceIdsMax } from '../limits.ts';

/** Presence of users (specification 1, sections 3 and 7; decisions.md 2). */

/** Response of GET admin/online-count. */
export const OnlineCount = z
  .object({
    onlineNow: z.int().meta({ description: 'Seen within 2 minutes' }),
    activeLastHour: z.int(),
    timestamp: Time,
  })
  .meta({ id: 'OnlineCount' });
export type OnlineCount = z.output<typeof OnlineCount>;

/** GET user/presence and auth/me/following/among: comma-separated ids. */
export const UserIdsQuery = z.object({
  ids: opaque(z.string().max(presenceIdsMax * 65))
    .transform((ids) => ids.split(',').filter(Boolean))
    .refine((ids) => ids.length <= presenceIdsMax, 'invalid_input')
    .meta({ type: 'string', description: `At most ${presenceIdsMax}, comma-separated` }),
});

export const PresenceAnswer = z.object({
  online: z.array(z.string()).meta({ description: 'The ids that are online and visible to the viewer' }),
});
export type PresenceAnswer = z.output<typeof PresenceAnswer>;

/** GET and PUT auth/me/presence: users who hide their presence see no one else's. */
export const PresenceChoice = z.object({ visible: z.boolean() }).meta({ id: 'PresenceChoice' });
export type PresenceChoice = z.output<typeof PresenceChoice>;
