import type { Authority as AnyAuthority, MemberRole, MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import type { ColumnType, Generated } from 'kysely';
import type { challengeTypes, documentTypes, submissionStatuses } from '../../limits.ts';

export type Role = Exclude<MemberRole, 'none'>;
export type Status = Exclude<MembershipStatus, 'none'>;

/** A banner as media keeps it: the picture itself, its variant for cards, and what is shown before it is there. */
export interface Banner {
  key: string;
  cardKey: string;
  lqip: string;
}

/** The questions of a quiz, each with what can be chosen. */
export interface QuizData {
  questions: { prompt: string; choices: string[] }[];
}

/** A file sent with a submission, as media keeps it. */
export interface Attachment {
  key: string;
  /** Of a picture; empty for a document. */
  lqip: string;
  /** What a document is; none for a picture. */
  document?: { name: string; contentType: DocumentType; sizeBytes: number };
  /** Media had no object of its key when it was to keep it. */
  lost?: true;
}

export type DocumentType = (typeof documentTypes)[number];
export type ChallengeType = (typeof challengeTypes)[number];
export type SubmissionStatus = (typeof submissionStatuses)[number];

export type LevelUpCause = 'challenges' | 'level_test';
/** As whom somebody decided over a member. */
export type Authority = Exclude<AnyAuthority, 'none'>;

/** What a tribe asks of those who join. */
export interface Question {
  id: string;
  text: string;
}

/** What somebody answered; the question as it was then. */
export interface Answer {
  question: string;
  answer: string;
}

/** Written as text: the driver would send a list as an array of Postgres. */
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
    /** The key of the banner that media has confirmed to keep. */
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
    /** When they joined, asked or were rejected. */
    since: Date;
    seq: Generated<number>;
    place: Generated<number | null>;
    answers: ColumnType<Answer[] | null, string | null, string | null>;
  };
  stays: {
    id: Generated<number>;
    tribeId: number;
    /** Null once the account is gone. */
    userId: string | null;
    joinedAt: Date;
    /** Null while it lasts. */
    leftAt: Date | null;
    /** What they were at its end; null while it lasts, and where it ended before this was kept. */
    role: Role | null;
    levelOrder: number | null;
  };
  owners: { userId: string; tribes: number };
  ownershipOffers: { tribeId: number; userId: string; createdAt: Date };
  /** The highest level that a post has ever asked for; none where no post has asked for one above the first. */
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
    /** Of a quiz: the right answers in order. */
    answerKey: number[] | null;
    place: number;
  };
  submissions: {
    id: string;
    tribeId: number;
    challengeId: string;
    userId: string;
    status: SubmissionStatus;
    /** Null while it waits. */
    score: number | null;
    maxScore: number;
    text: string;
    hint: string;
    /** The file that came with it; the column is from when it was always a picture. */
    image: Attachment | null;
    imageKept: Generated<boolean>;
    /** Of a quiz: which answers were wrong, by index. */
    wrong: number[];
    note: Generated<string>;
    createdAt: Date;
    decidedAt: Date | null;
    /** Null when judged by the key, or when who decided has no account any more. */
    decidedBy: string | null;
    /** Rises with every decision and every time it is opened again. */
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
    /** None when nobody decided in person, or they are gone. */
    byUserId: string | null;
    causeId: string | null;
    createdAt: Date;
    /** None: it has no end. */
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
  /** Tribes and challenges of which rows may be left (`store/orphans.ts`). */
  deletedTribes: { tribeId: number };
  deletedChallenges: { challengeId: string };
  /** Until when what somebody submitted in a tribe is as good as deleted. */
  endedProgress: { tribeId: number; userId: string; endedAt: Date };
}
