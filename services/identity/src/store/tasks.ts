import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { IdentityDb } from './tables.ts';

/** A card on a user's board. */
export type Task = Selectable<IdentityDb['tasks']>;

/** Position of a card on its board. */
export type BoardPosition = Pick<Task, 'status' | 'position'>;

/** Tasks of users. Changes of a board's order must lock it first. */
export class Tasks {
  readonly #db: Kysely<IdentityDb>;

  constructor(db: Kysely<IdentityDb>) {
    this.#db = db;
  }

  /** Locks the board of a user until the transaction ends; returns false when the user does not exist. */
  async lockBoard(userId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row !== undefined;
  }

  /** By column, each in its order. */
  async ofUser(userId: string): Promise<Task[]> {
    return this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy(sql`array_position(array['todo', 'in_progress', 'done'], status)`)
      .orderBy('position')
      .execute();
  }

  /** Returns undefined when the user has no such task. */
  async find(userId: string, id: string): Promise<Task | undefined> {
    return this.#db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst();
  }

  /** Returns the number of a user's tasks, in all columns or in one. */
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

  /** Makes room at a position: that task and all after it move down by one. */
  async openGap(userId: string, at: BoardPosition): Promise<void> {
    await this.#shift(userId, at, sql<boolean>`position >= ${at.position}`, 1);
  }

  /** Tasks after the position move up by one. */
  async closeGap(userId: string, at: BoardPosition): Promise<void> {
    await this.#shift(userId, at, sql<boolean>`position > ${at.position}`, -1);
  }

  async #shift(userId: string, { status }: BoardPosition, condition: RawBuilder<boolean>, by: 1 | -1): Promise<void> {
    await this.#db
      .updateTable('tasks')
      .set({ position: sql`position + ${by}::int` })
      .where('userId', '=', userId)
      .where('status', '=', status)
      .where(condition)
      .execute();
  }
}
