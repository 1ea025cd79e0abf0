import type { Postgres, Tx } from '@tribus/kit/postgres/postgres.ts';
import type { Kysely } from 'kysely';
import { Levels } from './levels.ts';
import { Members } from './members.ts';
import type { TribesDb } from './tables.ts';
import { Tribes } from './tribes.ts';

/** What tribes keeps, by noun. */
class Tables {
  readonly tribes: Tribes;
  readonly members: Members;
  readonly levels: Levels;

  constructor(db: Kysely<TribesDb>) {
    this.tribes = new Tribes(db);
    this.members = new Members(db);
    this.levels = new Levels(db);
  }
}

/** The same within a transaction, and what it says when it is committed. */
export interface TribesTx extends Tables {
  emit: Tx<TribesDb>['emit'];
}

export const inTx = ({ db, emit }: Tx<TribesDb>): TribesTx => Object.assign(new Tables(db), { emit });

export class TribeStore extends Tables {
  readonly #postgres: Postgres<TribesDb>;

  constructor(postgres: Postgres<TribesDb>) {
    super(postgres.db);
    this.#postgres = postgres;
  }

  /** `work` resolves to plain data; see kit/postgres.ts. */
  transaction<T>(work: (tx: TribesTx) => Promise<T>): Promise<T> {
    return this.#postgres.transaction((tx) => work(inTx(tx)));
  }
}
