import type { Generated, JSONColumnType } from 'kysely';

export type PostKind = 'post' | 'reel' | 'story';
export type ReactionType = 'like' | 'dislike';

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
    tribe_id: number;
    author_id: string;
    kind: PostKind;
    content: string;
    images: JSONColumnType<StoredPicture[]>;
    cover_index: number;
    tags: string[];
    place: string | null;
    place_slug: string | null;
    min_level_order: number;
    created_at: Date;
    edited_at: Date | null;
    comments_count: Generated<number>;
    likes: Generated<number>;
    dislikes: Generated<number>;
    views: Generated<number>;
    pictures_version: Generated<number>;
    media_version: Generated<number>;
  };
  comments: {
    id: string;
    post_id: string;
    author_id: string;
    parent_id: string | null;
    content: string;
    created_at: Date;
    likes: Generated<number>;
    dislikes: Generated<number>;
  };
  reactions: { target_id: string; user_id: string; type: ReactionType; created_at: Date };
  views: { post_id: string; viewer: string; day: string };
}
