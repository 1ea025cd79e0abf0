import { agents } from './agents.ts';
import { content } from './content.ts';
import { gamification } from './gamification.ts';
import { gateway } from './gateway.ts';
import { identity } from './identity.ts';
import { media } from './media.ts';
import { messaging } from './messaging.ts';
import type { Row } from './rows.ts';
import { tribes } from './tribes.ts';
import { vibesRealtime } from './vibes-realtime.ts';

/** Expected statuses of each published route by role, grouped by the process that serves it. */
export const matrix: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  identity,
  tribes,
  content,
  'vibes-realtime': vibesRealtime,
  messaging,
  gamification,
  agents,
  media,
  gateway,
};
