import type { reportReasons } from '@limits/content';

/** Why a moderator removes something of somebody else. */
export interface Removal {
  reason: (typeof reportReasons)[number];
  message: string;
}
