import { sql, type Transaction } from 'kysely';
import type { ContentDb, ReactionType } from './tables.ts';

export type Target = { kind: 'post' | 'comment'; id: string };

export interface Counts {
  like: number;
  dislike: number;
}

const tableOf = { post: 'posts', comment: 'comments' } as const;

export async function reactionOf(
  db: Transaction<ContentDb>,
  targetId: string,
  userId: string,
): Promise<ReactionType | undefined> {
  const row = await db
    .selectFrom('reactions')
    .select('type')
    .where('targetId', '=', targetId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.type;
}

/** Writes what somebody feels now, in place of `before`; answers the counts. */
export async function writeReaction(
  db: Transaction<ContentDb>,
  target: Target,
  userId: string,
  change: { before: ReactionType | undefined; after: ReactionType | undefined; at: Date },
): Promise<Counts> {
  const { before, after, at } = change;
  const delta = (type: ReactionType): number => Number(after === type) - Number(before === type);
  const { likes, dislikes } = await db
    .with('written', (within) => {
      if (!after) return within.deleteFrom('reactions').where('targetId', '=', target.id).where('userId', '=', userId);
      return within
        .insertInto('reactions')
        .values({ targetId: target.id, userId, type: after, createdAt: at })
        .onConflict((conflict) => conflict.columns(['targetId', 'userId']).doUpdateSet({ type: after, createdAt: at }));
    })
    .updateTable(tableOf[target.kind])
    .set({ likes: sql`likes + ${delta('like')}`, dislikes: sql`dislikes + ${delta('dislike')}` })
    .where('id', '=', target.id)
    .returning(['likes', 'dislikes'])
    .executeTakeFirstOrThrow();
  return { like: likes, dislike: dislikes };
}
