import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { byId, PagedList, type PageQuery, readPage } from '@tribus/kit/http/keyset.ts';
import { UserFollowed } from '@tribus/proto/identity/v1/events.ts';
import type { Following, FollowStatus } from '../api.ts';
import { blocksAmong, loadViewer } from './blocks.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { presentFollowed } from './present.ts';
import type { IdentityTx } from './store/store.ts';

/** Makes the actor follow the user; emits an event only for a new follow. Throws 404 for an unknown user. */
export async function follow(
  { ctx, store }: Pick<Deps, 'ctx' | 'store'>,
  actor: Actor,
  userId: string,
): Promise<FollowStatus> {
  if (actor.id === userId) throw errors.fail('cannot_follow_self');
  return store.transaction(async (tx) => {
    // A block locks both accounts, so it either precedes this follow or ends it.
    if (!(await tx.users.lock(actor.id))) throw fail('unauthenticated');
    if (!(await tx.users.lockAgainstDeletion(userId))) throw fail('not_found');
    await requireUnblocked(tx, actor, userId);
    const isNew = await tx.follows.add(actor.id, userId, ctx.clock.now());
    if (isNew) tx.emit(UserFollowed, { userId: actor.id, followedId: userId, following: true });
    return statusOf(tx, actor.id, userId);
  });
}

export async function unfollow({ store }: Pick<Deps, 'store'>, actor: Actor, userId: string): Promise<FollowStatus> {
  return store.transaction(async (tx) => {
    if (!(await tx.users.lockAgainstDeletion(userId))) throw fail('not_found');
    const ended = await tx.follows.remove(actor.id, userId);
    if (ended) tx.emit(UserFollowed, { userId: actor.id, followedId: userId, following: false });
    return statusOf(tx, actor.id, userId);
  });
}

/** Returns whether the actor follows the user, and the number of followers; throws 404 for an unknown user. */
export async function readFollowStatus(
  { store }: Pick<Deps, 'store'>,
  actor: Actor,
  userId: string,
): Promise<FollowStatus> {
  if (!(await store.users.byId(userId))) throw fail('not_found');
  await requireUnblocked(store, actor, userId);
  return statusOf(store, actor.id, userId);
}

/** Throws 404 when either has blocked the other. */
async function requireUnblocked(store: Pick<IdentityTx, 'blocks'>, actor: Actor, userId: string): Promise<void> {
  if ((await blocksAmong(store, actor.id, [userId])).everywhere.has(userId)) throw fail('not_found');
}

async function statusOf({ follows }: Pick<IdentityTx, 'follows'>, userId: string, followedId: string) {
  return { following: await follows.has(userId, followedId), ...(await follows.counts(followedId)) };
}

/** Returns the users the actor follows, newest first. */
export async function listFollowing(
  { ctx, store, presenter, cursors }: Pick<Deps, 'ctx' | 'store' | 'presenter' | 'cursors'>,
  actor: Actor,
  query: PageQuery,
): Promise<Following> {
  const { items, nextCursor } = await readPage(cursors, `following:${actor.id}`, query, ({ limit, after }) =>
    store.follows.following(actor.id, limit, after),
  );
  const ids = items.map(({ id }) => id);
  const viewer = await loadViewer({ store }, actor, ids);
  return {
    users: items.flatMap((user) => presentFollowed(presenter, viewer, user) ?? []),
    nextCursor,
    ts: ctx.clock.now().toISOString(),
  };
}

/** Returns a page of a user's follower ids; for other services. */
export async function listFollowerIds(
  { store, cursors }: Pick<Deps, 'store' | 'cursors'>,
  userId: string,
  { limit, cursor, asOf }: { limit: number; cursor: string; asOf: Date | undefined },
): Promise<{ userIds: string[]; nextCursor: string }> {
  const page = { limit, cursor: cursor || undefined };
  const list = new PagedList(cursors, `followers:${userId}`, byId);
  const { items, nextCursor } = await list.read(page, ({ limit, after }) =>
    store.follows.followerIds(userId, limit, { afterId: after, asOf }),
  );
  return { userIds: items, nextCursor: nextCursor ?? '' };
}
