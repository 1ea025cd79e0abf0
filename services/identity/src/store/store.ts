import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Kysely } from 'kysely';
import { Follows } from './follows.ts';
import { Sessions } from './sessions.ts';
import { Site } from './site.ts';
import type { IdentityDb } from './tables.ts';
import { Users } from './users.ts';

/** The store of each noun. */
class Tables {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly follows: Follows;
  readonly site: Site;

  constructor(db: Kysely<IdentityDb>) {
    this.users = new Users(db);
    this.sessions = new Sessions(db);
    this.follows = new Follows(db);
    this.site = new Site(db);
  }
}

/** The same within a transaction; events are published after the commit. */
export interface IdentityTx extends Tables {
  emit: Tx<IdentityDb>['emit'];
}

export class IdentityStore extends Tables {
  readonly #postgres: Postgres<IdentityDb>;

  constructor(postgres: Postgres<IdentityDb>) {
    super(postgres.db);
    this.#postgres = postgres;
  }

  /** `work` resolves to plain data; see kit/postgres.ts. */
  transaction<T>(work: (tx: IdentityTx) => Promise<T>): Promise<T> {
    return this.#postgres.transaction(({ db, emit }) => work(Object.assign(new Tables(db), { emit })));
  }
}
