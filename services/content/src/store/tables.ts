import type { Authority } from '@tribus/community/authority.ts';
import type * as proto from '@tribus/proto/content/v1/types.ts';
import type { Generated, JSONColumnType } from 'kysely';
import type { caseStatuses, landingTypes, reportOutcomes, surroundingKinds } from '../../limits.ts';

export type PostKind = Exclude<proto.PostKind, 'none'>;
export type ReactionType = Exclude<proto.ReactionType, 'none'>;
export type ReportedKind = Exclude<proto.ReportedKind, 'none'>;
export type ReportReason = Exclude<proto.ReportReason, 'none'>;
export type CaseAction = Exclude<proto.CaseAction, 'none'>;
/** Why content is hidden; null for content that is not. */
export type HiddenCause = Exclude<proto.HiddenCause, 'none'>;
export type CaseStatus = (typeof caseStatuses)[number];
export type ReportOutcome = (typeof reportOutcomes)[number];
export type LandingType = (typeof landingTypes)[number];

/** A picture as stored by media. */
export interface StoredPicture {
  id: string;
  key: string;
  width: number;
  height: number;
  lqip: string;
  rotated: boolean;
  /** Name (square, medium, large) to key. */
  variants: Record<string, string>;
  /** The alternative text by its author; absent: none. */
  alt?: string;
  /** Media had no object of this key when it was requested to keep it. */
  lost?: true;
}

/** A video as stored by media. */
export interface StoredVideo {
  id: string;
  key: string;
  /** As of a picture. */
  lost?: true;
  /** The object of its poster. */
  posterKey?: string;
  lqip?: string;
  width?: number;
  height?: number;
  durationMs?: number;
  /** The object that this one replaced, until it is deleted: open pages may still play it. */
  previousKey?: string;
  /** Absent: ready. */
  state?: 'processing' | 'failed';
}

/** An external video of a post: a link to another site, from which nothing is fetched. */
export interface StoredVideoLink {
  id: string;
  url: string;
}

/** Why the text of an edit is kept: it was present with a report, read by a moderator, or decided about. */
export type RetainedFor = 'report' | 'reading' | 'decision';

/** Content next to a reported object. */
export interface Surrounding {
  id: string;
  kind: (typeof surroundingKinds)[number];
  authorId: string;
  text: string;
  createdAt: string;
  /** For an edit of the object itself, the number of edits until then; absent in those of previous versions. */
  edit?: number;
  retainedFor?: RetainedFor[];
}

/** An object as it was reported. */
export interface ReportedObject {
  /** The post, also of a reported comment. */
  postId?: string;
  postKind?: PostKind;
  text: string;
  images: StoredPicture[];
  /** Absent in those of previous versions. */
  videos?: StoredVideo[];
  /** As `videos`. */
  videoLinks?: StoredVideoLink[];
  createdAt: string | null;
  /** Content before and after the object, in the order of time. */
  before: Surrounding[];
  after: Surrounding[];
}

/** A slide of the landing page. */
export interface StoredLandingItem {
  id: string;
  type: LandingType;
  title: string;
  description: string;
  mediaKey: string | null;
  order: number;
  enabled: boolean;
  gradient: string;
}

/** The tables of migrations/. */
export interface ContentDb {
  posts: {
    id: string;
    tribeId: number;
    authorId: string;
    kind: PostKind;
    content: string;
    images: JSONColumnType<StoredPicture[]>;
    videos: JSONColumnType<StoredVideo[]>;
    videoLinks: JSONColumnType<StoredVideoLink[]>;
    coverIndex: number;
    tags: string[];
    place: string | null;
    placeSlug: string | null;
    minLevelOrder: number;
    createdAt: Date;
    editedAt: Date | null;
    commentsCount: Generated<number>;
    likes: Generated<number>;
    dislikes: Generated<number>;
    views: Generated<number>;
    picturesVersion: Generated<number>;
    mediaVersion: Generated<number>;
    picturesKept: Generated<boolean>;
    commentsLocked: Generated<boolean>;
    isAnnouncement: Generated<boolean>;
    hiddenAt: Date | null;
    hiddenCause: Exclude<HiddenCause, 'parent'> | null;
    textVersion: Generated<number>;
    editedByModerator: Generated<boolean>;
    /** Versions up to this number are shown to the author and moderators only. */
    closedVersions: Generated<number>;
  };
  /** The texts of posts before their edits. */
  postVersions: { postId: string; number: number; content: string; writtenAt: Date; byModerator: boolean };
  /** Reports of media about videos whose posts they are not applied to. */
  videoOutcomes: {
    key: string;
    /** The same key when the first file stays; null: processing failed. */
    replacementKey: string | null;
    postId: string | null;
    recordedAt: Generated<Date>;
  };
  /** The words of posts, written by a trigger (migrations/0029-search.sql). */
  postSearch: { postId: string; tribeId: number; createdAt: Date; document: string };
  tribeMedia: {
    id: string;
    tribeId: number;
    uploaderId: string;
    caption: string;
    picture: JSONColumnType<StoredPicture>;
    pictureKept: Generated<boolean>;
    pictureVersion: Generated<number>;
    mediaVersion: Generated<number>;
    hiddenAt: Date | null;
    hiddenCause: Exclude<HiddenCause, 'parent' | 'moderator'> | null;
    createdAt: Date;
  };
  goneTribes: { tribeId: number; goneAt: Generated<Date> };
  /** Only versions without jobs write it (migrations/0004-jobs.sql). */
  deletedTribes: { tribeId: number };
  /** Deleted rows that may have left other rows (migrations/0016-deletion-in-portions.sql). */
  deletedPosts: { postId: string };
  deletedComments: { commentId: string };
  deletedCases: { caseId: string };
  pinnedPosts: { tribeId: number; place: number; postId: string; pinnedAt: Date };
  announcements: { postId: string; tribeId: number; announcedAt: Date; nextAt: Date };
  comments: {
    id: string;
    postId: string;
    authorId: string;
    parentId: string | null;
    content: string;
    createdAt: Date;
    likes: Generated<number>;
    dislikes: Generated<number>;
    hiddenAt: Date | null;
    /** The comment's own cause; earlier versions wrote `parent` into replies (`store/comment-state.ts`). */
    hiddenCause: HiddenCause | null;
  };
  reactions: { targetId: string; userId: string; type: ReactionType; createdAt: Date };
  views: { postId: string; viewer: string; day: string };
  activeDays: {
    tribeId: number;
    day: string;
    userId: string;
    isAgent: Generated<boolean>;
    posts: Generated<number>;
    comments: Generated<number>;
    reactions: Generated<number>;
  };
  hourlyWriting: { userId: string; hour: Date; posts: number; comments: number };
  tribeDays: {
    /** 0 for all tribes. */
    tribeId: number;
    day: string;
    posts: number;
    comments: number;
    reactions: number;
    people: number;
  };
  landing: {
    isOnly: boolean;
    hero: JSONColumnType<{ title: string; subtitle: string; description: string }>;
    items: JSONColumnType<StoredLandingItem[]>;
    savedAt: Date;
    version: Generated<number>;
  };
  landingFiles: {
    key: string;
    type: LandingType;
    width: number;
    height: number;
    lqip: string;
    variants: JSONColumnType<Record<string, string>>;
    isShown: boolean;
    uploadedAt: Date;
  };
  cases: {
    id: string;
    kind: ReportedKind;
    objectId: string;
    tribeId: number | null;
    scope: 'tribe' | 'site';
    authorId: string;
    object: JSONColumnType<ReportedObject>;
    objectDeleted: Generated<boolean>;
    status: CaseStatus;
    version: Generated<number>;
    openedAt: Date;
    changedAt: Date;
    assigneeId: string | null;
    assignedAt: Date | null;
    appealUntil: Date | null;
    appeal: string | null;
    appealedAt: Date | null;
    /** The way this case hides its object: the strictest of its cases applies. */
    hides: Exclude<HiddenCause, 'parent'> | null;
    /** No moderator of the tribe may decide it, so site admins are notified. */
    awaitsSite: Generated<boolean>;
    /** The evidence, the appeal, and the texts of reports, decisions and notes are deleted. */
    textsDeletedAt: Date | null;
    /** The edits of the object since the case was opened; each raised the version. */
    edits: Generated<number>;
  };
  reports: {
    id: string;
    caseId: string;
    kind: ReportedKind;
    objectId: string;
    reporterId: string;
    reason: ReportReason;
    description: string;
    weight: number;
    outcome: ReportOutcome;
    createdAt: Date;
  };
  reportDays: { reporterId: string; day: string; count: number };
  caseDecisions: {
    id: string;
    caseId: string;
    number: number;
    action: CaseAction;
    reason: ReportReason;
    message: string;
    decidedBy: string;
    bySite: boolean;
    /** The authority of the moderator; null in rows of an earlier version. */
    authority: Authority | null;
    createdAt: Date;
    /** The decision is about a text that its author edited before it was made. */
    editedMeanwhile: Generated<boolean>;
  };
  caseNotes: { id: string; caseId: string; authorId: string; text: string; createdAt: Date };
}
