import type { AudienceKind } from '@tribus/community/delivery-gate.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import type { Deps } from './deps.ts';

/** A post that users are notified of. */
interface NotifiedPost {
  tribeId: number;
  postId: string;
  minLevelOrder: number;
  kind: AudienceKind;
  /** Its author, and whoever announced it. */
  byIds: readonly string[];
}

/**
 * Returns those of the users who may see the post, have muted none of its words or tags, and are separated from none of
 * `byIds` by a block or a mute. Content accepts at most 50 users per call.
 */
export async function postRecipients(
  { gate, content }: Pick<Deps, 'gate' | 'content'>,
  { tribeId, postId, minLevelOrder, kind, byIds }: NotifiedPost,
  userIds: readonly string[],
): Promise<string[]> {
  const candidates = userIds.map((id) => userActor(id));
  if (candidates.length === 0) return [];
  const gates = await Promise.all(
    [...new Set(byIds)].map((byId) =>
      gate.openTo(candidates, { tribeId, kind, minLevelOrder, byId, isPersonal: true }),
    ),
  );
  const allowed = candidates
    .filter((candidate) => gates.every((isAllowedRecipient) => isAllowedRecipient(candidate)))
    .map(({ id }) => id);
  return allowed.length === 0 ? [] : (await content.listNotifiable({ postId, userIds: allowed })).userIds;
}
