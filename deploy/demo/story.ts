import type { Handle } from './people.ts';
import type { Picture } from './pictures.ts';
import type { TribeKey } from './tribes.ts';

/** Types of the demo's stories: content with author and time, relative to today. */

export interface StoryReply {
  by: Handle;
  /** Time after the post: `40m`, `3h`, `2d`. */
  after: string;
  text: string;
  /** Number of likes. */
  likes: number;
}

export interface StoryComment extends StoryReply {
  replies: readonly StoryReply[];
}

export interface StoryPost {
  /** Unique in all stories. */
  key: string;
  /** Days before today with a time (`-3d 09:12`, UTC), or a span before now (`-4h`). */
  at: string;
  by: Handle;
  text: string;
  tags?: readonly string[];
  place?: string;
  pictures?: readonly Picture[];
  /** Hidden from members below this level. */
  minLevel?: number;
  /** Pinned by the owner of the tribe. */
  pinned?: boolean;
  /** Announced to all members by the owner of the tribe. */
  announced?: boolean;
  likes?: number;
  dislikes?: number;
  comments?: readonly StoryComment[];
}

/** A vertical picture with a mood, and its numbers of taps. */
export interface StoryVibe {
  key: string;
  at: string;
  by: Handle;
  text: string;
  mood: string;
  picture: Picture;
  sparkles: number;
  hearts: number;
}

export interface StoryMessage {
  at: string;
  by: Handle;
  text: string;
  /** Index of the answered message of this chat, from 0. */
  answers?: number;
  likes?: number;
}

/** All content of one tribe. */
export interface TribeStory {
  tribe: TribeKey;
  posts: readonly StoryPost[];
  vibes: readonly StoryVibe[];
  chat: readonly StoryMessage[];
}

/** A comment with optional replies. */
export function comment(
  by: Handle,
  after: string,
  text: string,
  more: { likes?: number; replies?: readonly StoryReply[] } = {},
): StoryComment {
  return { by, after, text, likes: more.likes ?? 0, replies: more.replies ?? [] };
}

/** A reply to a comment; its time is relative to the post, too. */
export function reply(by: Handle, after: string, text: string, likes = 0): StoryReply {
  return { by, after, text, likes };
}
