import type { reportReasons } from '@limits/content';

/** Why a moderator removes an object of another person. */
export interface Removal {
  reason: (typeof reportReasons)[number];
  message: string;
}
