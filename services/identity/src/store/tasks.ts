import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A card on a user's board. */
export type Task = Selectable<IdentityDb['tasks']>;

/** Where a card stands on its board. */
export type Place = Pick<Task, 'status' | 'position'>;

/** The tasks of users. What changes the order of a board locks it first. */
export class Tasks {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Locks the board of a user until the transaction ends; false when there is no such user. */
  async lockBoard(userId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Column by column, each in its order. */
  async ofUser(userId: string): Promise<Task[]> {
    return this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy(sql`array_position(array['todo', 'in_progress', 'done'], status)`)
      .orderBy('position')
      .execute();
  }

  /** Undefined when there is none, or when it is somebody else's. */
  async find(userId: string, id: string): Promise<Task | undefined> {
    return this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst();
  }

  /** How many tasks a user has, or how many in one column. */
  async count(userId: string, status?: Task['status']): Promise<number> {
    const { count } = await this.#db
      .selectFrom('tasks')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'todo'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async add(task: Task): Promise<Task> {
    return this.#db.insertInto('tasks').values(task).returningAll().executeTakeFirstOrThrow();
  }

  async set(id: string, change: Partial<Pick<Task, 'title' | 'description' | 'status' | 'position'>>): Promise<Task> {
    return this.#db.updateTable('tasks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('tasks').where('id', '=', id).execute();
  }

  /** Makes room at a place: what stands there, and all after it, moves on by one. */
  async openGap(userId: string, place: Place): Promise<void> {
    await this.#shift(userId, place, sql<boolean>`position >= ${place.position}`, 1);
  }

  /** What stands after a place moves up by one. */
  async closeGap(userId: string, place: Place): Promise<void> {
    await this.#shift(userId, place, sql<boolean>`position > ${place.position}`, -1);
  }

  async #shift(userId: string, { status }: Place, which: RawBuilder<boolean>, by: 1 | -1): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ position: sql`position + ${by}::int` })
      .where('userId', '=', userId)
      .where('status', '=', status)
      .where(which)
      .execute();
  }
}
