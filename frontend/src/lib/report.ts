import { observable } from './observable.ts';

/** The object to report; a vibe is also a post. */
export type ReportTarget =
  | { kind: 'post' | 'vibe'; postId: string }
  | { kind: 'comment'; commentId: string }
  | { kind: 'chat_message' | 'direct_message'; messageId: string }
  | { kind: 'tribe_media'; mediaId: string }
  | { kind: 'person'; userId: string; tribeId?: number }
  | { kind: 'tribe'; tribeId: number };

/** The current target of the report sheet; null while it is closed. */
export const reportTarget = observable<ReportTarget | null>(null);

/** Opens the report sheet over the current screen, which stays as it is. */
export const openReport = (target: ReportTarget): void => reportTarget.set(target);
