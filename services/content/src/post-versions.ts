import { postVersionsMax } from '../limits.ts';
import { type Access, isAuthor } from './access.ts';
import { errors } from './errors.ts';
import type { EditedText, StoredPost } from './store/posts.ts';
import type { ContentTx } from './store/store.ts';

type Versioned = Pick<StoredPost, 'authorId' | 'textVersion' | 'closedVersions'>;

/** Returns the number of the last version hidden from the viewer: authors and moderators see closed ones, too. */
export const closedVersionsFor = (access: Access, post: Pick<Versioned, 'authorId' | 'closedVersions'>): number =>
  access.moderates || isAuthor(access, post) ? 0 : post.closedVersions;

/** The number of versions that the viewer may read: the first one and the newest are stored. */
export function countVersions(access: Access, post: Versioned): number {
  const closed = closedVersionsFor(access, post);
  return Math.max(0, Math.min(post.textVersion - closed, closed === 0 ? postVersionsMax : postVersionsMax - 1));
}

/**
 * Stores the text before an edit and returns the columns of the text; an edit without another text changes none. The post
 * must be locked. Throws 409 `post_changed` when the edit is based on an earlier version of the text.
 *
 * A moderator's edit closes the versions before it, and so does an edit of a hidden post: moderators then decide about
 * the new text only.
 */
export async function storeVersion(
  tx: ContentTx,
  access: Access,
  before: StoredPost,
  { content, baseVersion, now }: { content: string; baseVersion: number | undefined; now: Date },
): Promise<EditedText> {
  const { id: postId, createdAt, editedAt, editedByModerator, textVersion, closedVersions } = before;
  // An edit that is repeated after a lost response is based on the version before it.
  if (content === before.content) return { content, editedAt, editedByModerator, textVersion, closedVersions };
  if (baseVersion !== undefined && baseVersion !== textVersion) throw errors.fail('post_changed');
  const number = textVersion + 1;
  await tx.postVersions.add({
    postId,
    number,
    content: before.content,
    writtenAt: editedAt ?? createdAt,
    byModerator: editedByModerator,
  });
  const byModerator = !isAuthor(access, before);
  const closes = byModerator || before.hiddenCause !== null;
  return {
    content,
    editedAt: now,
    editedByModerator: byModerator,
    textVersion: number,
    closedVersions: closes ? number : closedVersions,
  };
}
