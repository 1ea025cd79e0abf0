import { tagMax } from '@tribus/community/limits.ts';
import { normaliseTag, placeSlug } from '@tribus/community/tags.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { fail } from '@tribus/kit/core/errors.ts';
import { TagFollowed } from '@tribus/proto/identity/v1/events.ts';
import { Follows } from '@tribus/proto/identity/v1/service.ts';
import type { FollowedLabels, LabelFollow } from '../api/followed-labels.ts';
import { followedLabelsMax } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import type { FollowedLabel, Label } from './store/followed-labels.ts';

/** Tags and places that a user follows; invisible to others. */

type LabelDeps = Pick<Deps, 'ctx' | 'store'>;

/** The tag of posts that was entered; throws 400 `label_empty` when nothing remains of it. */
export const tagOf = (typed: string): Label => labelOf('tag', normaliseTag(typed, tagMax));

/** The slug of the place that was entered; throws 400 `label_empty` when nothing remains of it. */
export const placeOf = (typed: string): Label => labelOf('place', placeSlug(typed, tagMax));

function labelOf(kind: Label['kind'], value: string): Label {
  if (value === '') throw errors.fail('label_empty');
  return { kind, value };
}

/** Returns all tags and places that the actor follows. */
export async function listFollowedLabels({ store }: Pick<Deps, 'store'>, actor: Actor): Promise<FollowedLabels> {
  return valuesOf(await store.followedLabels.ofUsers([actor.id]));
}

/**
 * Makes the actor follow a tag or a place; idempotent. Concurrent requests of one user are serialised, so that the limit
 * holds. Throws 403 `label_limit`.
 */
export async function followLabel({ ctx, store }: LabelDeps, actor: Actor, label: Label): Promise<LabelFollow> {
  await store.transaction(async (tx) => {
    if (!(await tx.users.lock(actor.id))) throw fail('unauthenticated');
    if (!(await tx.followedLabels.add({ userId: actor.id, ...label, createdAt: ctx.clock.now() }))) return;
    if ((await tx.followedLabels.count(actor.id, label.kind)) > followedLabelsMax) throw errors.fail('label_limit');
    tx.emit(TagFollowed, { userId: actor.id, kind: label.kind, following: true });
  });
  return { following: true };
}

/** Ends the follow of a tag or a place; no effect without one. */
export async function unfollowLabel({ store }: LabelDeps, actor: Actor, label: Label): Promise<LabelFollow> {
  await store.transaction(async (tx) => {
    if (await tx.followedLabels.remove(actor.id, label))
      tx.emit(TagFollowed, { userId: actor.id, kind: label.kind, following: false });
  });
  return { following: false };
}

/** People per user in `GetFollows`; older follows are left out. */
const followedPeopleMax = 1_000;

/** For other services: returns one entry per distinct id. */
export async function followsOf({ store }: Pick<Deps, 'store'>, userIds: readonly string[]): Promise<Follows[]> {
  const ids = [...new Set(userIds)];
  const [labels, people] = await Promise.all([
    store.followedLabels.ofUsers(ids),
    store.follows.newestOf(ids, followedPeopleMax),
  ]);
  const byUser = Map.groupBy(labels, ({ userId }) => userId);
  return ids.map((userId) =>
    Follows.fromPartial({ userId, followedIds: people.get(userId) ?? [], ...valuesOf(byUser.get(userId) ?? []) }),
  );
}

function valuesOf(labels: readonly FollowedLabel[]): FollowedLabels {
  const of = (wanted: Label['kind']) => labels.flatMap(({ kind, value }) => (kind === wanted ? [value] : []));
  return { tags: of('tag'), places: of('place') };
}
