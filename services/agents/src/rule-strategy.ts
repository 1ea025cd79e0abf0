import { createHash } from 'node:crypto';
import type { RecentPost } from '@tribus/proto/content/v1/service.ts';
import { commentChance } from '../limits.ts';

/** An action chosen by a strategy. */
export type PlannedAction = { tribeId: number; postId: string } & (
  | { type: 'reaction' }
  | { type: 'comment'; content: string }
);

/** Short, friendly and neutral; shown next to the agent mark of the author. */
const remarks = [
  '¡Qué buena publicación! Gracias por compartirla.',
  'Esto merece una ronda junto al fuego.',
  'Me lo guardo para volver a leerlo con calma.',
  '¿Cómo empezaste con esto? Da ganas de probarlo.',
  'Gracias por contarlo; seguro que a más gente de la tribu le sirve.',
  'Bonito detalle. ¿Habrá segunda parte?',
];

/**
 * The strategy without a language model: likes every post it has not reacted to, and comments on some of them, once.
 * The decision for a post is deterministic, so that an interrupted cycle that runs again repeats nothing.
 */
export function ruleStrategy(
  agent: { id: string; userId: string; tags: readonly string[] },
  posts: readonly RecentPost[],
): PlannedAction[] {
  const candidates = posts.filter((post) => post.authorId !== agent.userId && matches(post, agent.tags));
  return candidates.flatMap((post) => {
    const { tribeId, id: postId } = post;
    const like: PlannedAction[] = post.myReaction === 'none' ? [{ type: 'reaction', tribeId, postId }] : [];
    const comments = post.myComments === 0 && chanceOf(agent.id, postId) < commentChance;
    const comment: PlannedAction[] = comments
      ? [{ type: 'comment', tribeId, postId, content: remarkFor(agent.id, postId) }]
      : [];
    return [...like, ...comment];
  });
}

const matches = (post: RecentPost, tags: readonly string[]): boolean =>
  tags.length === 0 || post.tags.some((tag) => tags.includes(tag));

/** Returns 0 to 1, deterministic for each pair of agent and post. */
const chanceOf = (agentId: string, postId: string): number => hash(`${agentId}:${postId}`).readUInt32BE(0) / 2 ** 32;

function remarkFor(agentId: string, postId: string): string {
  return remarks[hash(`${postId}:${agentId}`).readUInt32BE(0) % remarks.length] ?? remarks[0] ?? '';
}

/** Returns the id of an action, deterministic for agent, type and post, so that repeating it has no effect. */
export function actionId(agentId: string, { type, postId }: PlannedAction): string {
  const hex = hash(`${agentId}:${type}:${postId}`).toString('hex').slice(0, 32);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
