import { randomBytes } from 'node:crypto';
import { succeeded } from '../marked-author.ts';
import type { Person } from '../people.ts';
import { png } from '../pictures.ts';
import type { Marks } from '../stories/get-paths.ts';

/** Content by one author, each object with a word of its own. */
export interface MarkedContent {
  tribeId: number;
  /** Words, ids and picture keys that only permitted viewers may receive. */
  marks: Marks;
  /** Addresses of all pictures. */
  pictures: string[];
  postId: string;
  commentId: string;
  vibeId: string;
  /** Other posts with comments of the author. */
  commentedIds: string[];
  /** A picture of the tribe and a chat message; absent in content for a level, because neither has one. */
  mediaId?: string;
  messageId?: string;
}

/** Returns a word that occurs nowhere else. */
export const newWord = (what: string): string => `${what}${randomBytes(6).toString('hex')}`;

export const isWord = (mark: string): boolean => /^[a-z]+[0-9a-f]{12}$/.test(mark);

interface Shown {
  url: string;
  variants: Record<string, string>;
}

const addressesOf = (shown: readonly Shown[]): string[] =>
  shown.flatMap(({ url, variants }) => [url, ...Object.values(variants)]);

/** Returns the key of a picture as addresses contain it. */
const keyOf = ({ url }: Shown): string =>
  encodeURIComponent(new URL(url, 'http://host').searchParams.get('key') ?? url);

/** Publishes a post and a vibe with pictures, and comments and reacts; the comment may be on another post. */
export async function publishPosts(
  author: Person,
  tribeId: number,
  { minLevelOrder = 1, commentOn }: { minLevelOrder?: number; commentOn?: string | undefined } = {},
): Promise<MarkedContent> {
  const words = { post: newWord('post'), comment: newWord('comment'), vibe: newWord('vibe') };
  const shared = { pictures: [await png(60, 40)], minLevelOrder };
  const post = await author.publish(tribeId, { ...shared, content: words.post });
  const vibe = await author.publish(tribeId, { ...shared, content: words.vibe, kind: 'story', tags: 'chill' });
  const posts = `/tribes/${tribeId}/posts`;
  const comments = `${posts}/${commentOn ?? post.id}/comments`;
  const comment = await succeeded(author.post(comments, { content: words.comment }));
  await succeeded(author.post(`${posts}/${post.id}/reactions`, { type: 'like' }));
  await succeeded(author.post(`/vibes/${vibe.id}/reactions`, { emoji: '✨' }));
  const ids = { postId: post.id, commentId: comment.id, vibeId: vibe.id };
  const keys = { postKey: keyOf(post.images[0]), vibeKey: keyOf(vibe.images[0]) };
  return {
    tribeId,
    marks: { ...words, ...ids, ...keys },
    pictures: addressesOf([...post.images, ...vibe.images]),
    ...ids,
    commentedIds: commentOn === undefined ? [] : [commentOn],
  };
}

/** Returns the content with a picture in the media of the tribe. */
export async function addMedia(author: Person, content: MarkedContent): Promise<MarkedContent> {
  const word = newWord('media');
  const media = await author.putUp(content.tribeId, await png(60, 40), word);
  return {
    ...content,
    mediaId: media.id,
    marks: { ...content.marks, media: word, mediaId: media.id, mediaKey: keyOf(media) },
    pictures: [...content.pictures, ...addressesOf([media])],
  };
}

/** Returns the content with a message in the chat of the tribe. */
async function addMessage(author: Person, content: MarkedContent): Promise<MarkedContent> {
  const chat = newWord('chat');
  const { id: messageId } = await succeeded(author.post(`/tribes/${content.tribeId}/chat`, { content: chat }));
  return { ...content, messageId, marks: { ...content.marks, chat, chatId: messageId } };
}

/** Publishes an object of each kind. */
export const publishAll = async (author: Person, tribeId: number, commentOn?: string): Promise<MarkedContent> =>
  addMessage(author, await addMedia(author, await publishPosts(author, tribeId, { commentOn })));

/** Writes a word of its own into a level, a challenge, an answer to it, and a direct message of the two. */
export async function markPath(owner: Person, member: Person, tribeId: number): Promise<Marks> {
  const marks = { level: newWord('level'), challenge: newWord('challenge'), submission: newWord('submission') };
  const direct = newWord('direct');
  const { levels } = await owner.read(`/tribes/${tribeId}/config`);
  const level = `/tribes/${tribeId}/levels/${levels[1].id}`;
  await succeeded(owner.put(level, { name: marks.level }));
  const challenge = { type: 'manual', title: marks.challenge, prompt: marks.challenge };
  const { id } = await succeeded(owner.post(`${level}/challenges`, challenge));
  await succeeded(member.post(`/tribes/${tribeId}/challenges/${id}/submit`, { text: marks.submission }));
  await succeeded(owner.post('/messages', { toUserId: member.id, tribeId, content: direct }));
  return { ...marks, direct };
}

/** Returns requests that act on the content; each fails for a person who may not see it. */
export function actionsOn({ tribeId, ...content }: MarkedContent): [string, object][] {
  const { postId, commentId, vibeId, mediaId, messageId } = content;
  const [post, vibe] = [`/tribes/${tribeId}/posts/${postId}`, `/tribes/${tribeId}/posts/${vibeId}`];
  const actions: [string, object][] = [
    [`${post}/view`, {}],
    [`${post}/reactions`, { type: 'like' }],
    [`${vibe}/reactions`, { type: 'like' }],
    [`${post}/comments`, { content: 'Hola' }],
    [`/vibes/${vibeId}/reactions`, { emoji: '✨' }],
    [`/tribes/38/posts/${postId}/view`, {}],
    ['/reports/post', { postId, reason: 'spam' }],
    ['/reports/post', { postId: vibeId, reason: 'spam' }],
    ['/reports/comment', { commentId, reason: 'spam' }],
  ];
  if (mediaId) actions.push(['/reports/media', { mediaId, reason: 'spam' }]);
  if (messageId) actions.push(['/reports/chat', { messageId, reason: 'spam' }]);
  if (messageId) actions.push([`/tribes/${tribeId}/chat/${messageId}/reaction`, { type: 'like' }]);
  return actions;
}
