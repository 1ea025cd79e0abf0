import { plainText } from '@tribus/community/plain-text.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { notifiableAtATime } from '../limits.ts';
import type { Deps } from './deps.ts';
import { isUuid } from './ids.ts';

/** Scripts that put no spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

const wholeWord = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');

/**
 * Finds out of words which a text has: as whole words, those of a script without spaces anywhere. The words are as identity
 * keeps them. Matched here and not by the database: so many patterns for each post of a feed keep it busy for all others.
 */
export function wordsIn(content: string): (word: string) => boolean {
  const text = plainText(content);
  // Most texts have hardly any of the words, and to look for one costs little.
  return (word) => text.includes(word) && (unspaced.test(word) || wholeWord(word).test(text));
}

/**
 * Those of the users who muted neither a word nor a tag of the post; nobody when there is no such post. Throws
 * invalid_input for more users than are asked about at once.
 */
export async function listNotifiable(
  { directory, store }: Pick<Deps, 'directory' | 'store'>,
  postId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length > notifiableAtATime) throw fail('invalid_input');
  const users = userIds.map((id) => userActor(id));
  const [post] = isUuid(postId) ? await store.posts.listByIds([postId]) : [];
  if (!post) return [];
  await directory.loadBlocks(users);
  const mutes = await Promise.all(users.map(async (user) => ({ id: user.id, ...(await directory.mutesOf(user)) })));
  const hasWord = wordsIn(post.content);
  const isMuted = ({ tags, words }: Pick<(typeof mutes)[number], 'tags' | 'words'>) =>
    tags.some((tag) => post.tags.includes(tag)) || words.some(hasWord);
  return mutes.filter((muted) => !isMuted(muted)).map(({ id }) => id);
}
