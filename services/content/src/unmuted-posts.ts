import { wordsIn } from '@tribus/community/muted-words.ts';
import { mutedWordsScanMax } from '../limits.ts';
import type { StoredPost } from './store/posts.ts';

/** Items per query after the first page contained muted words. */
const followingPageSize = 100;

/**
 * Reads as many items as requested, or a few more, without the muted ones. Stops at a limit, so that a list full of
 * muted words is not read completely for one page.
 */
export async function readUnmuted<T extends P, P>(
  list: (page: { limit: number; after: P | undefined }) => Promise<readonly T[]>,
  page: { limit: number; after?: P | undefined },
  isMuted: (item: T) => boolean,
): Promise<{ read: T[]; stoppedAt?: T }> {
  const read: T[] = [];
  let { limit, after } = page;
  for (let seen = 0; ; limit = Math.max(limit, followingPageSize)) {
    const items = await list({ limit, after });
    read.push(...items.filter((item) => !isMuted(item)));
    seen += items.length;
    const last = items.at(-1);
    if (!last || items.length < limit || read.length >= page.limit) return { read };
    if (seen >= mutedWordsScanMax) return { read, stoppedAt: last };
    after = last;
  }
}

/** Returns whether a post contains one of the words and is not the viewer's own. */
export const containsAnyOf =
  (words: readonly string[], viewerId: string) =>
  ({ authorId, content }: Pick<StoredPost, 'authorId' | 'content'>): boolean =>
    authorId !== viewerId && words.length > 0 && words.some(wordsIn(content));
