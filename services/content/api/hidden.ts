import * as proto from '@tribus/proto/content/v1/types.ts';
import { z } from 'zod';

/** The cause for which content is visible only to its author and moderators; null when it is not hidden. */
export const Hidden = z.enum(proto.HiddenCause).exclude(['none']).nullable().meta({
  description: 'Visible only to its author and moderators, until a moderator reviews it or until it is edited',
});
