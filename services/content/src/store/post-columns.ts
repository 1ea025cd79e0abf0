import { type Kysely, sql } from 'kysely';
import { commentsCountFor, type PostViewer } from './post-viewers.ts';
import type { ContentDb } from './tables.ts';

/** The posts as `viewer` sees them; the query adds its conditions. */
export function selectPosts(db: Kysely<ContentDb>, viewer: PostViewer) {
  return db
    .selectFrom('posts')
    .leftJoin('reactions', (join) =>
      join.onRef('reactions.targetId', '=', 'posts.id').on('reactions.userId', '=', viewer.viewerId),
    )
    .leftJoin('pinnedPosts', 'pinnedPosts.postId', 'posts.id')
    .select([
      'posts.id',
      'posts.tribeId',
      'posts.authorId',
      'posts.kind',
      'posts.content',
      'posts.images',
      'posts.videos',
      'posts.videoLinks',
      'posts.coverIndex',
      'posts.tags',
      'posts.place',
      'posts.placeSlug',
      'posts.minLevelOrder',
      'posts.createdAt',
      'posts.editedAt',
      'posts.textVersion',
      'posts.editedByModerator',
      'posts.closedVersions',
      commentsCountFor(viewer).as('commentsCount'),
      'posts.likes',
      'posts.dislikes',
      'posts.views',
      'posts.hiddenAt',
      'posts.hiddenCause',
      'posts.commentsLocked',
      'posts.isAnnouncement',
      'posts.picturesVersion',
      sql<boolean>`pinned_posts.place is not null`.as('isPinned'),
      sql<boolean>`posts.media_version = posts.pictures_version`.as('picturesConfirmed'),
      'reactions.type as myReaction',
    ]);
}
