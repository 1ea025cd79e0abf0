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

interface Recipients {
  userIds: string[];
  /** The level that the post requires of them: at present, or the event's when that is higher. */
  minLevelOrder: number;
}

/**
 * Returns those of the users who may see the post, have muted none of its words or tags, and are separated from none of
 * `byIds` by a block or a mute. An edit may have raised the level since the event, so that the post's present level
 * counts, too. Content accepts at most 50 users per call.
 */
export async function postRecipients(
  { gate, content }: Pick<Deps, 'gate' | 'content'>,
  post: NotifiedPost,
  userIds: readonly string[],
): Promise<Recipients> {
  const { postId, minLevelOrder } = post;
  const candidates = await allowedAmong(gate, post, userIds);
  if (candidates.length === 0) return { userIds: [], minLevelOrder };
  const notifiable = await content.listNotifiable({ postId, userIds: candidates });
  if (notifiable.minLevelOrder <= minLevelOrder) return { userIds: notifiable.userIds, minLevelOrder };
  const raised = { ...post, minLevelOrder: notifiable.minLevelOrder };
  return { userIds: await allowedAmong(gate, raised, notifiable.userIds), minLevelOrder: raised.minLevelOrder };
}

async function allowedAmong(
  gate: Deps['gate'],
  { tribeId, minLevelOrder, kind, byIds }: NotifiedPost,
  userIds: readonly string[],
): Promise<string[]> {
  const candidates = userIds.map((id) => userActor(id));
  if (candidates.length === 0) return [];
  const gates = await Promise.all(
    [...new Set(byIds)].map((byId) =>
      gate.openTo(candidates, { tribeId, kind, minLevelOrder, byId, isPersonal: true }),
    ),
  );
  return candidates
    .filter((candidate) => gates.every((isAllowedRecipient) => isAllowedRecipient(candidate)))
    .map(({ id }) => id);
}
