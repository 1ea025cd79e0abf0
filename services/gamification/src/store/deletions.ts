import { type Kysely, sql } from 'kysely';
import type { Contribution } from './contributions.ts';
import type { GamificationDb } from './tables.ts';

/** What was deleted elsewhere: an event about it that arrives later earns nothing. */
export class Deletions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** False when it was added before. */
  async add(kind: GamificationDb['gone']['kind'], id: string): Promise<boolean> {
    const added = await this.#db
      .insertInto('gone')
      .values({ kind, id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  /** Whether one of these was deleted. */
  async hasAny(things: readonly Thing[]): Promise<boolean> {
    return (await this.#find(things)).length > 0;
  }

  /** Those of the tribes that were deleted. */
  async tribesAmong(tribeIds: readonly number[]): Promise<Set<number>> {
    const ids = [...new Set(tribeIds)];
    const gone = await this.#find(ids.map((tribeId) => ({ kind: 'tribe', id: String(tribeId) })));
    return new Set(gone.map(({ id }) => Number(id)));
  }

  /** Those of the contributions whose tribe, post, comment or one of its users was deleted. */
  async affected<T extends Contribution>(contributions: readonly T[]): Promise<Set<T>> {
    const things = contributions.map(thingsOf);
    const all = [...new Map(things.flat().map((thing) => [nameOf(thing), thing])).values()];
    const gone = new Set((await this.#find(all)).map(nameOf));
    return new Set(contributions.filter((_, index) => things[index]?.some((thing) => gone.has(nameOf(thing)))));
  }

  async #find(things: readonly Thing[]): Promise<Thing[]> {
    const { rows } = await sql<Thing>`
      select kind, id from gone where (kind, id) in (
        select * from unnest(${things.map(({ kind }) => kind)}::text[], ${things.map(({ id }) => id)}::text[])
      )`.execute(this.#db);
    return rows;
  }
}

type Thing = Omit<GamificationDb['gone'], 'goneAt'>;

/** With each of these a contribution goes. */
function thingsOf({ tribeId, postId, commentId, userId, giverId }: Contribution): Thing[] {
  return [
    { kind: 'tribe', id: String(tribeId) },
    { kind: 'post', id: postId },
    { kind: 'user', id: userId },
    ...(commentId === null ? [] : [{ kind: 'comment', id: commentId } as const]),
    ...(giverId === null ? [] : [{ kind: 'user', id: giverId } as const]),
  ];
}

const nameOf = ({ kind, id }: Thing): string => `${kind} ${id}`;
