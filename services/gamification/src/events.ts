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
import { awardChallenge, revokeChallenge } from './challenges.ts';
import { type ContributionChange, commentChange, type Deletion, likeChange, postChange } from './contributions.ts';
import { revoke, revokeTribe, revokeUser } from './deletions.ts';
import { type CountableChange, countChanges } from './points.ts';
import type { GamificationTx } from './store/store.ts';

/** What an event of content says; neither, where nobody earns anything by it. */
interface ContentChange {
  given?: ContributionChange | undefined;
  deleted?: Deletion;
}

type ContentChangeEvent = BatchedEvent<ContentChange, InTransaction<GamificationTx>>;
/** By user id. */
type Agents = ReadonlyMap<string, boolean>;

const agentCacheMs = 60_000;

/** What is published and liked is counted together, however many it is; what is deleted in between, in its place. */
const contentReadings = [
  eventDecoder(PostPublished, (event): ContentChange => ({ given: postChange(event) })),
  eventDecoder(CommentAdded, (event): ContentChange => ({ given: commentChange(event) })),
  eventDecoder(ReactionChanged, (event): ContentChange => ({ given: likeChange(event) })),
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

/** Who is an agent, as identity says; it is asked before the transaction. */
function agentsBy({ identity }: Peers): (changes: readonly ContentChange[]) => Promise<Agents> {
  const agents = new BatchCache(
    async (ids: string[]) => new Map((await identity.getUsers({ ids })).users.map(({ id, isAgent }) => [id, isAgent])),
    { max: 10_000, ttlMs: agentCacheMs },
  );
  return (changes) => agents.getMany(changes.flatMap(likedUser));
}

/** Counts points for what was published and liked, and takes back what was deleted. */
export const contentHandlers = (ctx: Context) =>
  onPrepared(contentReadings, {
    prepare: agentsBy,
    apply: (occurrences: readonly ContentChangeEvent[], isAgent) => applyInOrder(ctx, occurrences, isAgent),
  });

/** Points for challenges, in the order of the decisions. */
export const challengeHandlers = (ctx: Context) => [
  on(SubmissionReviewed, (event, context: InTransaction<GamificationTx>) => awardChallenge(ctx, context, event)),
  on(SubmissionReopened, (event, context: InTransaction<GamificationTx>) => revokeChallenge(ctx, context, event)),
];

/** Takes back with a tribe and with an account. */
export const deletionHandlers = [
  on(TribeDeleted, ({ tribeId }, context: InTransaction<GamificationTx>) => revokeTribe(context, tribeId)),
  on(UserDeleted, ({ userId }, context: InTransaction<GamificationTx>) => revokeUser(context, userId)),
];

const likedUser = ({ given }: ContentChange): string[] =>
  given?.contribution.kind === 'like' ? [given.contribution.userId] : [];

async function applyInOrder(ctx: Context, occurrences: readonly ContentChangeEvent[], isAgent: Agents): Promise<void> {
  const [first] = occurrences;
  if (!first) return;
  const { tx } = first.context;
  let waiting: CountableChange[] = [];
  for (const { event, context, within } of await lockFor(tx, occurrences)) {
    if (event.given) waiting.push(countable(event.given, context, isAgent));
    const { deleted } = event;
    if (!deleted) continue;
    await countChanges(ctx, tx, waiting);
    waiting = [];
    await within(() => revoke(ctx, context, deleted));
  }
  await countChanges(ctx, tx, waiting);
}

/**
 * Takes the lock that these events need; returns those that have an effect. A deletion takes the lock alone: to share it
 * first and want it alone then could never be had by two at once.
 */
async function lockFor(tx: GamificationTx, occurrences: readonly ContentChangeEvent[]): Promise<ContentChangeEvent[]> {
  const left = await withoutTribesGone(tx, occurrences);
  if (!left.some(({ event }) => event.deleted)) {
    await tx.totals.lockShared();
    return left;
  }
  await tx.totals.lockAll();
  // A tribe may have gone while this waited.
  return withoutTribesGone(tx, left);
}

/** Leaves out what is deleted with its tribe: a job deletes all of that, and nobody needs to wait for any of it. */
async function withoutTribesGone(tx: GamificationTx, occurrences: readonly ContentChangeEvent[]) {
  const tribeIds = occurrences.flatMap(({ event: { deleted } }) => deleted?.tribeId ?? []);
  const gone = tribeIds.length === 0 ? new Set<number>() : await tx.deletions.tribesAmong(tribeIds);
  return occurrences.filter(({ event: { deleted } }) => !deleted || !gone.has(deleted.tribeId));
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
