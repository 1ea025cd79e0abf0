import { observable } from './observable.ts';

/** What somebody is about to report; a vibe is a post, too. */
export type ReportTarget =
  | { kind: 'post' | 'vibe'; postId: string }
  | { kind: 'comment'; commentId: string }
  | { kind: 'chat_message' | 'direct_message'; messageId: string }
  | { kind: 'tribe_media'; mediaId: string }
  | { kind: 'person'; userId: string; tribeId?: number }
  | { kind: 'tribe'; tribeId: number };

/** The sheet over the screen is open for it; null when there is none. */
export const reportTarget = observable<ReportTarget | null>(null);

/** Opens the sheet to report something, wherever one is: the screen behind it stays as it is. */
export const openReport = (target: ReportTarget): void => reportTarget.set(target);
