import { BatchCache } from '@tribus/kit/core/batch-cache.ts';
import type { Context } from '@tribus/kit/core/context.ts';
import { type BatchedEvent, eventDecoder, on, onPrepared } from '@tribus/kit/events/handlers.ts';
import type { Calls } from '@tribus/kit/grpc/client.ts';
import type { InTransaction } from '@tribus/kit/postgres/consumer-store.ts';
import {
  CommentAdded,
  CommentDeleted,
  PostDeleted,
  PostPublished,
  ReactionChanged,
} from '@tribus/proto/content/v1/events.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import type { IdentityServiceService } from '@tribus/proto/identity/v1/service.ts';
import { SubmissionReopened, SubmissionReviewed, TribeDeleted } from '@tribus/proto/tribes/v1/events.ts';
import { applyDecisions, type Decision } from './challenges.ts';
import { type ContributionChange, commentChange, type Deletion, likeChange, postChange } from './contributions.ts';
import { revoke, revokeTribe, revokeUser } from './deletions.ts';
import { type CountableChange, countChanges } from './points.ts';
import type { GamificationTx } from './store/store.ts';

/** The effect of a content event; empty when no points change. */
interface ContentChange {
  change?: ContributionChange | undefined;
  deleted?: Deletion;
}

type ContentChangeEvent = BatchedEvent<ContentChange, InTransaction<GamificationTx>>;
/** Whether a user is an agent, by user id. */
type Agents = ReadonlyMap<string, boolean>;

const agentCacheMs = 60_000;

/** Batch: publications and likes are counted in one call, with deletions between them in order. */
const contentDecoders = [
  eventDecoder(PostPublished, (event): ContentChange => ({ change: postChange(event) })),
  eventDecoder(CommentAdded, (event): ContentChange => ({ change: commentChange(event) })),
  eventDecoder(ReactionChanged, (event): ContentChange => ({ change: likeChange(event) })),
  eventDecoder(
    PostDeleted,
    ({ postId, tribeId }): ContentChange => ({
      deleted: { kind: 'post', id: postId, postId, tribeId },
    }),
  ),
  eventDecoder(
    CommentDeleted,
    ({ commentId: id, postId, tribeId }): ContentChange => ({
      deleted: { kind: 'comment', id, postId, tribeId },
    }),
  ),
];

type Peers = { identity: Calls<IdentityServiceService> };

/** Calls identity for the users' agent flags, before the transaction. */
function agentsBy({ identity }: Peers): (changes: readonly ContentChange[]) => Promise<Agents> {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: agentCacheMs },
  );
  return (changes) => agents.getMany(changes.flatMap(likedUser));
}

/** Handlers that count points for publications and likes, and revoke them after deletions. */
export const contentHandlers = (ctx: Context) =>
  onPrepared(contentDecoders, {
    prepare: agentsBy,
    apply: (occurrences: readonly ContentChangeEvent[], isAgent) => applyInOrder(ctx, occurrences, isAgent),
  });

const decisionDecoders = [
  eventDecoder(SubmissionReviewed, (reviewed): Decision => ({ reviewed })),
  eventDecoder(SubmissionReopened, (reopened): Decision => ({ reopened })),
];

/** Handlers that count points for challenges, in the order of the decisions. */
export const challengeHandlers = (ctx: Context) =>
  onPrepared(decisionDecoders, {
    prepare: () => async () => undefined,
    apply: (decisions: readonly BatchedEvent<Decision, InTransaction<GamificationTx>>[]) =>
      applyDecisions(ctx, decisions),
  });

/** Handlers that revoke points after the deletion of a tribe or an account. */
export const deletionHandlers = [
  on(TribeDeleted, ({ tribeId }, context: InTransaction<GamificationTx>) => revokeTribe(context, tribeId)),
  on(UserDeleted, ({ userId }, context: InTransaction<GamificationTx>) => revokeUser(context, userId)),
];

const likedUser = ({ change }: ContentChange): string[] =>
  change?.contribution.kind === 'like' ? [change.contribution.userId] : [];

async function applyInOrder(ctx: Context, occurrences: readonly ContentChangeEvent[], isAgent: Agents): Promise<void> {
  const [first] = occurrences;
  if (!first) return;
  const { tx } = first.context;
  let uncounted: CountableChange[] = [];
  for (const { event, context, within } of await lockFor(tx, occurrences)) {
    if (event.change) uncounted.push(countable(event.change, context, isAgent));
    const { deleted } = event;
    if (!deleted) continue;
    await countChanges(ctx, tx, uncounted);
    uncounted = [];
    await within(() => revoke(ctx, context, deleted));
  }
  await countChanges(ctx, tx, uncounted);
}

/**
 * Takes the lock for these events; returns those with an effect. A deletion takes the exclusive lock at once: upgrading
 * from a shared one would deadlock two transactions.
 */
async function lockFor(tx: GamificationTx, occurrences: readonly ContentChangeEvent[]): Promise<ContentChangeEvent[]> {
  const left = await withoutDeletedTribes(tx, occurrences);
  if (!left.some(({ event }) => event.deleted)) {
    await tx.totals.lockShared();
    return left;
  }
  await tx.totals.lockAll();
  // A tribe may have been deleted while this transaction waited.
  return withoutDeletedTribes(tx, left);
}

/** Leaves out deletions within a deleted tribe: a job deletes the whole tribe, so they need no lock. */
async function withoutDeletedTribes(tx: GamificationTx, occurrences: readonly ContentChangeEvent[]) {
  const tribeIds = occurrences.flatMap(({ event: { deleted } }) => deleted?.tribeId ?? []);
  const deletedTribes = tribeIds.length === 0 ? new Set<number>() : await tx.deletions.tribesAmong(tribeIds);
  return occurrences.filter(({ event: { deleted } }) => !deleted || !deletedTribes.has(deleted.tribeId));
}

function countable(
  change: ContributionChange,
  { id: eventId, occurredAt }: InTransaction<GamificationTx>,
  isAgent: Agents,
): CountableChange {
  const { kind, userId } = change.contribution;
  const ofAgents = change.byAgent || (kind === 'like' && (isAgent.get(userId) ?? false));
  return { change, ofAgents, eventId, occurredAt };
}
