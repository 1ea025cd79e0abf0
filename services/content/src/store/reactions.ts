import { sql as raw, type Transaction } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

export type Target = { kind: 'post' | 'comment'; id: string };

export interface Counts {
  like: number;
  dislike: number;
}

const tableOf = { post: 'posts', comment: 'comments' } as const;

/** Holds the target until the transaction ends, so that reactions on it follow one another; false when it is gone. */
export async function lockTarget(sql: Transaction<ContentDb>, target: Target): Promise<boolean> {
  const row = await sql
    .selectFrom(tableOf[target.kind])
    .select('id')
    .where('id', '=', target.id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function reactionOf(
  sql: Transaction<ContentDb>,
  targetId: string,
  userId: string,
): Promise<ReactionType | undefined> {
  const row = await sql
    .selectFrom('reactions')
    .select('type')
    .where('target_id', '=', targetId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.type;
}

/** Writes what somebody feels now, in place of `before`; answers the counts. */
export async function writeReaction(
  sql: Transaction<ContentDb>,
  target: Target,
  userId: string,
  change: { before: ReactionType | undefined; after: ReactionType | undefined; at: Date },
): Promise<Counts> {
  const { before, after, at } = change;
  if (after) {
    const row = { target_id: target.id, user_id: userId, type: after, created_at: at };
    await sql
      .insertInto('reactions')
      .values(row)
      .onConflict((conflict) => conflict.columns(['target_id', 'user_id']).doUpdateSet({ type: after, created_at: at }))
      .execute();
  } else {
    await sql.deleteFrom('reactions').where('target_id', '=', target.id).where('user_id', '=', userId).execute();
  }
  const delta = (type: ReactionType): number => Number(after === type) - Number(before === type);
  const { likes, dislikes } = await sql
    .updateTable(tableOf[target.kind])
    .set({ likes: raw`likes + ${delta('like')}`, dislikes: raw`dislikes + ${delta('dislike')}` })
    .where('id', '=', target.id)
    .returning(['likes', 'dislikes'])
    .executeTakeFirstOrThrow();
  return { like: likes, dislike: dislikes };
}
