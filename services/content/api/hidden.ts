import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';

/** Why it is seen by its author and moderators alone; null for what is not hidden. */
export const Hidden = z.enum(proto.HiddenCause).exclude(['none']).nullable().meta({
  description: 'Seen by its author and moderators alone: until somebody has looked at it, or until it is edited',
});
