import type { Authority as AnyAuthority, MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import type { ColumnType, Generated } from 'kysely';
import type { challengeTypes, documentTypes, submissionStatuses } from '../../limits.ts';

export type Role = Exclude<MemberRole, 'none'>;
export type Status = Exclude<MembershipStatus, 'none'>;

/** A banner stored by media: the picture, its card variant, and its placeholder. */
export interface Banner {
  key: string;
  cardKey: string;
  lqip: string;
}

/** The questions of a quiz, each with its choices. */
export interface QuizData {
  questions: { prompt: string; choices: string[] }[];
}

/** A file of a submission, stored by media. */
export interface Attachment {
  key: string;
  /** The placeholder of a picture; empty for a document. */
  lqip: string;
  /** Absent for a picture. */
  document?: { name: string; contentType: DocumentType; sizeBytes: number };
  /** Media had no object with its key when asked to keep it. */
  lost?: true;
}

export type DocumentType = (typeof documentTypes)[number];
export type ChallengeType = (typeof challengeTypes)[number];
export type SubmissionStatus = (typeof submissionStatuses)[number];

export type LevelUpCause = 'challenges' | 'level_test';
/** The authority behind a decision over a member. */
export type Authority = Exclude<AnyAuthority, 'none'>;

/** A question to new members. */
export interface Question {
  id: string;
  text: string;
}

/** An answer, with the question as worded then. */
export interface Answer {
  question: string;
  answer: string;
}

/** Written as text, because the driver would send a list as a Postgres array. */
type JsonList<T> = ColumnType<T[], string | undefined, string>;

/** The tables of migrations/. */
export interface TribesDb {
  tribes: {
    id: Generated<number>;
    name: string;
    normalizedName: string;
    description: string;
    tags: string[];
    image: Banner | null;
    isPrivate: boolean;
    requiresApproval: boolean;
    /** Active members. */
    membersCount: Generated<number>;
    createdAt: Date;
    privacyVersion: Generated<number>;
    mediaVersion: Generated<number>;
    /** Visible to members and by invitation only. */
    keptBanner: string | null;
    /** Found by an invitation only. */
    isInvisible: Generated<boolean>;
    rules: Generated<string[]>;
    questions: JsonList<Question>;
  };
  members: {
    tribeId: number;
    userId: string;
    status: Status;
    role: Role;
    /** 1 and up; 0 unless active. */
    levelOrder: number;
    /** The time of the join, the request or the rejection. */
    since: Date;
    seq: Generated<number>;
    place: Generated<number | null>;
    answers: ColumnType<Answer[] | null, string | null, string | null>;
  };
  stays: {
    id: Generated<number>;
    tribeId: number;
    /** Null after the account is deleted. */
    userId: string | null;
    joinedAt: Date;
    /** Null while the stay lasts. */
    leftAt: Date | null;
    /** The role at its end; null while it lasts, and for stays that ended before this was recorded. */
    role: Role | null;
    levelOrder: number | null;
  };
  owners: { userId: string; tribes: number };
  ownershipOffers: { tribeId: number; userId: string; createdAt: Date };
  /** The highest level that a post has ever required; no row where no post has required one above the first. */
  postLevels: { tribeId: number; levelOrder: number };
  levels: {
    id: string;
    tribeId: number;
    levelOrder: number;
    name: string;
    description: string;
    minScore: number;
    rewardPoints: number;
  };
  challenges: {
    id: string;
    tribeId: number;
    levelId: string;
    type: ChallengeType;
    title: string;
    prompt: string;
    maxScore: number;
    data: QuizData | null;
    /** The right answers of a quiz, in order. */
    answerKey: number[] | null;
    place: number;
  };
  submissions: {
    id: string;
    tribeId: number;
    challengeId: string;
    userId: string;
    status: SubmissionStatus;
    /** Null while pending. */
    score: number | null;
    maxScore: number;
    text: string;
    hint: string;
    /** The attached file. The column is called `image` for historical reasons. */
    image: Attachment | null;
    imageKept: Generated<boolean>;
    /** The indexes of a quiz's wrong answers. */
    wrong: number[];
    note: Generated<string>;
    createdAt: Date;
    decidedAt: Date | null;
    /** Null when decided by the key, or when the reviewer's account is deleted. */
    decidedBy: string | null;
    /** Increases with every decision and reopening. */
    revision: Generated<number>;
  };
  quizAttempts: { challengeId: string; userId: string; triedAt: Date };
  levelUps: {
    tribeId: number;
    userId: string;
    cause: LevelUpCause;
    causeId: string;
    levelOrder: number;
    raisedAt: Date;
  };
  bans: {
    id: string;
    tribeId: number;
    userId: string;
    reason: string;
    authority: Authority;
    /** Null when no person made the decision, or their account is deleted. */
    byUserId: string | null;
    causeId: string | null;
    createdAt: Date;
    /** Null for a ban without an end. */
    endsAt: Date | null;
    liftedAt: Date | null;
  };
  restrictions: {
    tribeId: number;
    userId: string;
    reason: string;
    authority: Authority;
    byUserId: string | null;
    createdAt: Date;
    endsAt: Date;
  };
  requestNotes: {
    id: string;
    tribeId: number;
    userId: string;
    authorId: string;
    body: string;
    createdAt: Date;
  };
  invites: {
    id: string;
    tribeId: number;
    codeHash: string;
    createdBy: string | null;
    createdAt: Date;
    expiresAt: Date | null;
    maxUses: number | null;
    uses: Generated<number>;
    revokedAt: Date | null;
  };
  newAccountJoins: { userId: string; hour: Date; joins: number };
  inviteUses: { inviteId: string; userId: string; usedAt: Date };
  /** Tribes and challenges with rows possibly left (`store/orphans.ts`). */
  deletedTribes: { tribeId: number };
  deletedChallenges: { challengeId: string };
  /** Submissions up to `endedAt` are treated as deleted. */
  endedProgress: { tribeId: number; userId: string; endedAt: Date };
}
