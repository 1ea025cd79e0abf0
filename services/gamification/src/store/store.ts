import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { ChallengeAwards } from './challenge-awards.ts';
import { Contributions } from './contributions.ts';
import { Deletions } from './deletions.ts';
import { LedgerLines } from './ledger.ts';
import type { GamificationDb } from './tables.ts';
import { Totals } from './totals.ts';

const nouns = (db: Kysely<GamificationDb>) => ({
  challengeAwards: new ChallengeAwards(db),
  contributions: new Contributions(db),
  deletions: new Deletions(db),
  ledger: new LedgerLines(db),
  totals: new Totals(db),
});

export type GamificationStore = ServiceStore<ReturnType<typeof nouns>>;
export type GamificationTx = StoreTx<ReturnType<typeof nouns>>;

export const openGamificationStore = (postgres: Postgres<GamificationDb>) => openStore(postgres, nouns);
