import { type Kysely, sql } from 'kysely';
import type { Contribution } from './contributions.ts';
import type { GamificationDb } from './tables.ts';

/** Objects deleted and decisions revoked elsewhere: later events about them earn no points. */
export class Deletions {
  readonly #db: Kysely<GamificationDb>;

  constructor(db: Kysely<GamificationDb>) {
    this.#db = db;
  }

  /** Returns false when it was already added. */
  async add(kind: GamificationDb['gone']['kind'], id: string): Promise<boolean> {
    const added = await this.#db
      .insertInto('gone')
      .values({ kind, id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return added.numInsertedOrUpdatedRows !== 0n;
  }

  /** Whether one of these objects was deleted. */
  async hasAny(objects: readonly DeletedObject[]): Promise<boolean> {
    return (await this.#find(objects)).length > 0;
  }

  /** Returns those of these tribes that are deleted. */
  async tribesAmong(tribeIds: readonly number[]): Promise<Set<number>> {
    const ids = [...new Set(tribeIds)];
    const found = await this.#find(ids.map((tribeId) => ({ kind: 'tribe', id: String(tribeId) })));
    return new Set(found.map(({ id }) => Number(id)));
  }

  /** Returns the contributions whose tribe, post, comment, author or giver was deleted. */
  async affected<T extends Contribution>(contributions: readonly T[]): Promise<Set<T>> {
    const objects = contributions.map(objectsOf);
    const all = [...new Map(objects.flat().map((object) => [nameOf(object), object])).values()];
    const found = new Set((await this.#find(all)).map(nameOf));
    return new Set(contributions.filter((_, index) => objects[index]?.some((object) => found.has(nameOf(object)))));
  }

  async #find(objects: readonly DeletedObject[]): Promise<DeletedObject[]> {
    const { rows } = await sql<DeletedObject>`
      select kind, id from gone where (kind, id) in (
        select * from unnest(${objects.map(({ kind }) => kind)}::text[], ${objects.map(({ id }) => id)}::text[])
      )`.execute(this.#db);
    return rows;
  }
}

type DeletedObject = Omit<GamificationDb['gone'], 'goneAt'>;

/** The objects whose deletion also deletes the contribution. */
function objectsOf({ tribeId, postId, commentId, userId, giverId }: Contribution): DeletedObject[] {
  return [
    { kind: 'tribe', id: String(tribeId) },
    { kind: 'post', id: postId },
    { kind: 'user', id: userId },
    ...(commentId === null ? [] : [{ kind: 'comment', id: commentId } as const]),
    ...(giverId === null ? [] : [{ kind: 'user', id: giverId } as const]),
  ];
}

const nameOf = ({ kind, id }: DeletedObject): string => `${kind} ${id}`;
