import type { Postgres } from '@tribus/kit/postgres/postgres.ts';
import { openStore, type ServiceStore, type StoreTx } from '@tribus/kit/postgres/service-store.ts';
import type { Kysely } from 'kysely';
import { ContactMessages } from './contact.ts';
import { Follows } from './follows.ts';
import { LoginCounts } from './login-counts.ts';
import { Sessions } from './sessions.ts';
import { Site } from './site.ts';
import type { IdentityDb } from './tables.ts';
import { Users } from './users.ts';

const nouns = (db: Kysely<IdentityDb>) => ({
  users: new Users(db),
  sessions: new Sessions(db),
  follows: new Follows(db),
  site: new Site(db),
  contact: new ContactMessages(db),
  loginCounts: new LoginCounts(db),
});

export type IdentityStore = ServiceStore<ReturnType<typeof nouns>>;
export type IdentityTx = StoreTx<ReturnType<typeof nouns>>;

export const openIdentityStore = (postgres: Postgres<IdentityDb>): IdentityStore => openStore(postgres, nouns);
