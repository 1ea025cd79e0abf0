import { wordsIn } from '@tribus/community/muted-words.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { isUuid } from '@tribus/kit/core/ids.ts';
import { notifiableMax } from '../limits.ts';
import type { Deps } from './deps.ts';

/**
 * Returns the users who muted neither a word nor a tag of the post; none when the post does not exist or is hidden;
 * and the level that the post requires. Throws invalid_input for more users than the limit per request.
 */
export async function listNotifiable(
  { directory, store }: Pick<Deps, 'directory' | 'store'>,
  postId: string,
  userIds: readonly string[],
): Promise<{ userIds: string[]; minLevelOrder: number }> {
  if (userIds.length > notifiableMax) throw fail('invalid_input');
  const users = userIds.map((id) => userActor(id));
  const [post] = isUuid(postId) ? await store.posts.listByIds([postId]) : [];
  if (!post || post.hiddenCause !== null) return { userIds: [], minLevelOrder: 0 };
  await directory.loadBlocks(users);
  const mutes = await Promise.all(users.map(async (user) => ({ id: user.id, ...(await directory.mutesOf(user)) })));
  const hasWord = wordsIn(post.content);
  const isMuted = ({ tags, words }: Pick<(typeof mutes)[number], 'tags' | 'words'>) =>
    tags.some((tag) => post.tags.includes(tag)) || words.some(hasWord);
  const notifiable = mutes.filter((muted) => !isMuted(muted)).map(({ id }) => id);
  return { userIds: notifiable, minLevelOrder: post.minLevelOrder };
}
