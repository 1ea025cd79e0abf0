import type { PointsCause } from '@tribus/proto/gamification/v1/types.ts';

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
  };
  totals: { userId: string; tribeId: number; points: number };
  contributions: {
    kind: ContributionKind;
    id: string;
    userId: string;
    tribeId: number;
    postId: string;
    commentId: string | null;
    giverId: string | null;
    day: string;
    balance: number;
  };
  gone: { kind: 'tribe' | 'post' | 'comment' | 'user'; id: string };
}
