import type * as proto from '@tribus/proto/content/v1/types.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type PostKind = Exclude<proto.PostKind, 'none'>;
export type ReactionType = Exclude<proto.ReactionType, 'none'>;

/** A picture as media stored it. */
export interface StoredPicture {
  id: string;
  key: string;
  width: number;
  height: number;
  lqip: string;
  rotated: boolean;
  /** Name (square, medium, large) to key. */
  variants: Record<string, string>;
}

/** The tables of migrations/. */
export interface ContentDb {
  posts: {
    id: string;
    tribeId: number;
    authorId: string;
    kind: PostKind;
    content: string;
    images: JSONColumnType<StoredPicture[]>;
    coverIndex: number;
    tags: string[];
    place: string | null;
    placeSlug: string | null;
    minLevelOrder: number;
    createdAt: Date;
    editedAt: Date | null;
    commentsCount: Generated<number>;
    likes: Generated<number>;
    dislikes: Generated<number>;
    views: Generated<number>;
    picturesVersion: Generated<number>;
    mediaVersion: Generated<number>;
    picturesKept: Generated<boolean>;
  };
  /** Only the version before uses it (migrations/0004-jobs.sql). */
  deletedTribes: { tribeId: number };
  comments: {
    id: string;
    postId: string;
    authorId: string;
    parentId: string | null;
    content: string;
    createdAt: Date;
    likes: Generated<number>;
    dislikes: Generated<number>;
  };
  reactions: { targetId: string; userId: string; type: ReactionType; createdAt: Date };
  views: { postId: string; viewer: string; day: string };
}
