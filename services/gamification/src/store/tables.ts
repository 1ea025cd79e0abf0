import type { ContributionKind } from '../contributions.ts';

/** The tables of the migrations. */
export interface GamificationDb {
  ledger: {
    id: string;
    user_id: string;
    tribe_id: number;
    points: number;
    cause: string;
    cause_id: string;
    post_id: string | null;
    created_at: Date;
  };
  totals: { user_id: string; tribe_id: number; points: number };
  contributions: {
    kind: ContributionKind;
    id: string;
    user_id: string;
    tribe_id: number;
    post_id: string;
    comment_id: string | null;
    giver_id: string | null;
    day: string;
    balance: number;
  };
  gone: { kind: GoneKind; id: string };
}

export type GoneKind = 'tribe' | 'post' | 'comment' | 'user';
