import { reports, rudeComment } from './reports.ts';
import type { StoryComment, StoryPost, TribeStory } from './story.ts';

/** Enough posts on the public page for it to look inhabited, and one in each other tribe. */
const keptInHominini = 6;
const keptElsewhere = 1;
const keptMessages = 3;

/** Posts that acts outside the stories are about. */
const referredTo: ReadonlySet<string> = new Set([
  rudeComment.post,
  ...reports.map(({ about }) => about.replace(/^post:/, '')),
]);

/**
 * A story with every kind of act that is in it, but few of each: for a start that only has to show that the demo can be
 * told (`SEED=short`).
 */
export function shorten({ tribe, posts, vibes, chat }: TribeStory): TribeStory {
  const kept = tribe === 'hominini' ? keptInHominini : keptElsewhere;
  return {
    tribe,
    posts: posts.filter((post, index) => index < kept || isSpecial(post)).map(shortenPost),
    vibes: vibes.slice(0, 1).map((vibe) => ({ ...vibe, sparkles: 1, hearts: 1 })),
    chat: chat.slice(0, keptMessages),
  };
}

const isSpecial = ({ key, minLevel, pinned, announced, dislikes }: StoryPost): boolean =>
  referredTo.has(key) || [minLevel, pinned, announced, dislikes].some(Boolean);

const shortenPost = (post: StoryPost): StoryPost => ({
  ...post,
  likes: Math.min(post.likes ?? 0, 1),
  dislikes: Math.min(post.dislikes ?? 0, 1),
  comments: (post.comments ?? []).slice(0, 1).map(shortenComment),
});

const shortenComment = (comment: StoryComment): StoryComment => ({
  ...comment,
  likes: Math.min(comment.likes, 1),
  replies: comment.replies.slice(0, 1),
});
