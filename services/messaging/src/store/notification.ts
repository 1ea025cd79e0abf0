import type { CaseAction, PostKind, ReportedKind, ReportReason } from '@tribus/proto/content/v1/types.ts';
import type * as proto from '@tribus/proto/messaging/v1/types.ts';

export type NotificationType = Exclude<proto.NotificationType, 'none'>;

/** A change of one's own membership. */
export type MembershipChange =
  | 'banned'
  | 'unbanned'
  | 'restricted'
  | 'unrestricted'
  | 'removed'
  | 'owner'
  | 'officer'
  | 'member'
  | 'offered'
  | 'declined';

/** A notification of one user. It contains ids only: names are resolved on reading, as then visible to the user. */
export interface StoredNotification {
  _id: string;
  /** Empty for a marker that counts for all recipients. */
  userId: string;
  type: NotificationType;
  tribeId: number | null;
  /** The person named in it; null for none. */
  personId: string | null;
  postId: string | null;
  /** The level that the post requires; absent when every member may receive it. */
  minLevelOrder?: number;
  /** The time of the edit that determines the level of the post; absent before the first one. */
  levelAt?: Date;
  levelSequence?: number;
  status: 'approved' | 'rejected' | null;
  /** The decision about the user's content, or the result of their report. */
  moderation?: StoredModeration;
  /** Whether its subject is hidden or over: a post visible to its author and moderators only, an ended follow. */
  isHidden?: boolean;
  /** The reached level; absent for other types. */
  levelTo?: number;
  /** The attempt that was granted the celebration of the level; null for none, absent for other types. */
  celebratedBy?: string | null;
  /** The number of pending submissions or cases; absent for other types. */
  waiting?: number;
  /** The time of the count of pending items, by the clock of the database with them; absent for other types. */
  countedAt?: Date;
  /** The expiry of its subject; absent for none. */
  expiresAt?: Date;
  change?: MembershipChange;
  /** The end of a ban or a restriction; null for none. */
  until?: Date | null;
  /**
   * When the follow, review, level, ban or offer that it is about last began or ended, a request ended, or the post was last
   * hidden or shown; else absent.
   */
  changedAt?: Date;
  changedSequence?: number;
  createdAt: Date;
  /**
   * Each sequence is that of the event that set the time beside it, in its emitter's outbox; absent when that event had
   * none.
   */
  sequence?: number;
  /** The event that raised it last; empty for the marker of an end. */
  eventId: string;
  seen: boolean;
}

/** The case of a moderation notification; `action` is null for a report's result. */
export interface StoredModeration {
  caseId: string;
  kind: Exclude<ReportedKind, 'none'>;
  /** Kind of a post; a vibe is a story. Null for other objects, absent in notifications of previous versions. */
  postKind?: Exclude<PostKind, 'none'> | null;
  action: 'hidden' | Exclude<CaseAction, 'none'> | null;
  reason: Exclude<ReportReason, 'none'> | null;
  upheld: boolean;
  /** In the result of a report: the post to which its object belongs. The result stays when the post is deleted. */
  reportedPostId?: string | null;
}

/** The fields that determine a notification's audience. */
export type AudienceFields = Pick<StoredNotification, 'tribeId' | 'type' | 'minLevelOrder' | 'personId'>;
