import type { Handle } from './people.ts';
import type { Picture } from './pictures.ts';
import type { TribeKey } from './tribes.ts';

/** The demo's story as its authors write it: what was said, by whom, when, counted back from today. */

export interface StoryReply {
  by: Handle;
  /** How long after the post: `40m`, `3h`, `2d`. */
  after: string;
  text: string;
  /** How many like it. */
  likes: number;
}

export interface StoryComment extends StoryReply {
  replies: readonly StoryReply[];
}

export interface StoryPost {
  /** Unlike any other in the whole story. */
  key: string;
  /** A day before today and a time of it (`-3d 09:12`, UTC), or a while ago (`-4h`). */
  at: string;
  by: Handle;
  text: string;
  tags?: readonly string[];
  place?: string;
  pictures?: readonly Picture[];
  /** Members below it do not see the post. */
  minLevel?: number;
  /** The owner of the tribe keeps it on top. */
  pinned?: boolean;
  /** The owner of the tribe tells all its members of it. */
  announced?: boolean;
  likes?: number;
  dislikes?: number;
  comments?: readonly StoryComment[];
}

/** A vertical picture with a mood, and how many tapped it. */
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
  /** Which message of this chat it answers, counted from 0. */
  answers?: number;
  likes?: number;
}

/** Everything that happened in one tribe. */
export interface TribeStory {
  tribe: TribeKey;
  posts: readonly StoryPost[];
  vibes: readonly StoryVibe[];
  chat: readonly StoryMessage[];
}

/** A comment, perhaps with replies. */
export function says(
  by: Handle,
  after: string,
  text: string,
  more: { likes?: number; replies?: readonly StoryReply[] } = {},
): StoryComment {
  return { by, after, text, likes: more.likes ?? 0, replies: more.replies ?? [] };
}

/** A reply to a comment; its time too is counted from the post. */
export function replies(by: Handle, after: string, text: string, likes = 0): StoryReply {
  return { by, after, text, likes };
}
