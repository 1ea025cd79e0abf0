import type { PointsCause } from '@tribus/proto/gamification/v1/types.ts';
import type { Generated } from 'kysely';
import type { challengeLimits } from '../../limits.ts';

export type ChallengeLimit = (typeof challengeLimits)[number];

export type ContributionKind = 'post' | 'comment' | 'like';

/** The tables of the migrations. */
export interface GamificationDb {
  ledger: {
    id: string;
    userId: string;
    tribeId: number;
    points: number;
    cause: Exclude<PointsCause, 'none'>;
    causeId: string;
    postId: string | null;
    createdAt: Date;
    /** Points that a limit withheld. */
    withheld: Generated<number>;
    /** Null when nothing was withheld. */
    limitedBy: ChallengeLimit | null;
  };
  totals: { userId: string; tribeId: number; points: number };
  contributions: {
    kind: ContributionKind;
    /** Unique within its kind. */
    id: string;
    /** The user who earns the points. */
    userId: string;
    tribeId: number;
    postId: string;
    /** The comment itself, or the liked comment. */
    commentId: string | null;
    /** The user who gave the like. */
    giverId: string | null;
    /** The UTC day on which it counts: YYYY-MM-DD */
    day: string;
    /** The row is deleted when the balance is 0. */
    balance: number;
  };
  /** The award of each user for a challenge. */
  challengeAwards: {
    userId: string;
    challengeId: string;
    tribeId: number;
    submissionId: string;
    points: number;
    /** The revision of the newest approval; 0 when unknown. */
    revision: Generated<number>;
  };
  /** The id of a decision consists of its submission and revision. */
  gone: { kind: 'tribe' | 'post' | 'comment' | 'user' | 'decision'; id: string; goneAt: Generated<Date> };
}
