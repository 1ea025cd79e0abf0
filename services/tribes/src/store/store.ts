import type { Clock } from '@tribus/kit/core/clock.ts';
import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { Attachments } from './attachments.ts';
import { Banners } from './banners.ts';
import { Bans } from './bans.ts';
import { Challenges } from './challenges.ts';
import { Counters } from './counters.ts';
import { Discovery } from './discovery.ts';
import { Invites } from './invites.ts';
import { LevelUps } from './level-ups.ts';
import { Levels } from './levels.ts';
import { Members } from './members.ts';
import { NewAccountJoins } from './new-account-joins.ts';
import { Orphans } from './orphans.ts';
import { OwnershipOffers } from './ownership-offers.ts';
import { QuizAttempts } from './quiz-attempts.ts';
import { Requests } from './requests.ts';
import { Restrictions } from './restrictions.ts';
import { Stays } from './stays.ts';
import { Submissions } from './submissions.ts';
import type { TribesDb } from './tables.ts';
import { Tribes } from './tribes.ts';
import { UserRecords } from './user-records.ts';
import { WaitingSubmissions } from './waiting-submissions.ts';

/** Expiry is decided by the service's clock, not by the database's. */
const nouns = (clock: Clock) => (db: Kysely<TribesDb>) => ({
  tribes: new Tribes(db, clock),
  members: new Members(db),
  discovery: new Discovery(db, clock),
  counters: new Counters(db),
  stays: new Stays(db, clock),
  ownershipOffers: new OwnershipOffers(db),
  levels: new Levels(db),
  challenges: new Challenges(db),
  attachments: new Attachments(db),
  submissions: new Submissions(db),
  quizAttempts: new QuizAttempts(db),
  waitingSubmissions: new WaitingSubmissions(db),
  levelUps: new LevelUps(db),
  requests: new Requests(db),
  banners: new Banners(db),
  bans: new Bans(db, clock),
  restrictions: new Restrictions(db, clock),
  invites: new Invites(db, clock),
  newAccountJoins: new NewAccountJoins(db),
  orphans: new Orphans(db),
  userRecords: new UserRecords(db),
});

type Nouns = ReturnType<ReturnType<typeof nouns>>;
export type TribesStore = ServiceStore<Nouns>;
export type TribesTx = StoreTx<Nouns>;

export const openTribesStore = (postgres: Postgres<TribesDb>, clock: Clock) => openStore(postgres, nouns(clock));
