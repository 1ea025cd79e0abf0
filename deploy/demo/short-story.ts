import { reports, rudeComment } from './reports.ts';
import type { StoryComment, StoryPost, TribeStory } from './story.ts';

/** Enough posts for the public page to look used, and one in each other tribe. */
const postsInHominini = 6;
const postsInOtherTribes = 1;
const messagesInChat = 3;

/** Posts referenced by acts outside the stories. */
const referredTo: ReadonlySet<string> = new Set([
  rudeComment.post,
  ...reports.map(({ about }) => about.replace(/^post:/, '')),
]);

/** Returns a story with every kind of act but few of each, for a quick start with demo data (`SEED=short`). */
export function shorten({ tribe, posts, vibes, chat }: TribeStory): TribeStory {
  const postCount = tribe === 'hominini' ? postsInHominini : postsInOtherTribes;
  return {
    tribe,
    posts: posts.filter((post, index) => index < postCount || isSpecial(post)).map(shortenPost),
    vibes: vibes.slice(0, 1).map((vibe) => ({ ...vibe, sparkles: 1, hearts: 1 })),
    chat: chat.slice(0, messagesInChat),
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
