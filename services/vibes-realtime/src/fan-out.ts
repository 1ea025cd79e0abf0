import type { Audience } from '@tribus/community/delivery-gate.ts';
import { requirePerson } from '@tribus/community/membership-directory.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import { PostDeleted, PostEdited } from '@tribus/proto/content/v1/events.ts';
import { SessionRevoked, UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  TribeDeleted,
  TribeUpdated,
} from '@tribus/proto/tribes/v1/events.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { Deps } from './deps.ts';
import type { Stream } from './stream.ts';
import { presentTo } from './vibes.ts';

const anyone: Audience = { tribeId: null, kind: 'anyone' };

/**
 * Sends events to the open streams of this process. Every replica of the service receives every event; nothing is
 * stored, since a browser that was not connected reads over HTTP what it missed.
 */
export function startFanOut(deps: Deps, bus: Bus): void {
  const { streams, watchers } = deps;
  bus.listen(NotificationRaised, (event) => deliverNotification(deps, event));
  bus.listen(MessageSent, ({ messageId, fromUserId, toUserId, tribeId }) =>
    Promise.all([
      deliverMessage(deps, toUserId, fromUserId, { messageId, tribeId }),
      deliverMessage(deps, fromUserId, toUserId, { messageId, tribeId }),
    ]).then(() => undefined),
  );
  bus.listen(ChatPosted, ({ tribeId, messageId }) => deliverChat(deps, tribeId, messageId));
  bus.listen(VibeReacted, (event) => deliverReaction(deps, event));

  bus.listen(SessionRevoked, ({ sessionIds }) =>
    closeAll(streams.filter(({ actor }) => sessionIds.includes(actor.sessionId))),
  );
  bus.listen(UserDeleted, ({ userId }) => closeAll(streams.filter(({ actor }) => actor.id === userId)));
  bus.listen(PostDeleted, ({ postId }) => closeAll(streams.ofVibe(postId)));
  bus.listen(PostEdited, ({ postId, minLevelOrder }) => watchers.edited(postId, minLevelOrder));
  bus.listen(TribeDeleted, ({ tribeId }) => closeAll(streams.filter((stream) => stream.tribeId === tribeId)));
  bus.listen(TribeUpdated, ({ tribeId }) => watchers.recheck((stream) => stream.tribeId === tribeId));
  for (const type of [MemberLeft, MemberRoleChanged, MemberLevelChanged])
    bus.listen<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
      watchers.recheck((stream) => stream.tribeId === tribeId && stream.actor.id === userId),
    );
}

/** A notification for its user, if they may still receive it. */
async function deliverNotification(deps: Deps, event: NotificationRaised): Promise<void> {
  const { userId, notificationId, type, tribeId, minLevelOrder } = event;
  const kind = event.audience === 'none' ? 'members' : event.audience;
  const audience = tribeId === 0 ? anyone : { tribeId, kind, minLevelOrder };
  await sendTo(deps, deps.streams.ofUser(userId), audience, () => ['notification', { notificationId, type }]);
}

/** A direct message for one of its two users, with the other's id as they may know it. */
async function deliverMessage(
  deps: Deps,
  userId: string,
  otherId: string,
  { messageId, tribeId }: { messageId: string; tribeId: number },
): Promise<void> {
  await sendTo(deps, deps.streams.ofUser(userId), { tribeId, kind: 'members' }, async ({ actor }) => {
    const people = await deps.directory.presentUsersIn(actor, tribeId, [otherId]);
    return ['message', { messageId, withUserId: requirePerson(people, otherId).id, tribeId }];
  });
}

/** A chat message for every connected active member of the tribe. */
async function deliverChat(deps: Deps, tribeId: number, messageId: string): Promise<void> {
  const candidates = deps.connected.candidates(tribeId);
  const streams = deps.streams.filter(({ vibeId, actor }) => vibeId === null && candidates.has(actor.id));
  await sendTo(deps, streams, { tribeId, kind: 'members' }, () => ['chat', { tribeId, messageId }]);
}

/**
 * A reaction for those who watch the vibe, and for its author, each with the name they may see. The streams of those who
 * may not watch any more are closed, whether or not the event that they left has arrived.
 */
async function deliverReaction(deps: Deps, event: VibeReacted): Promise<void> {
  const { reactionId: id, vibeId, tribeId, authorId, userId, emoji, tsMs: ts } = event;
  const watching = deps.streams.ofVibe(vibeId);
  const minLevelOrder = deps.watchers.levelOf(vibeId);
  const audience: Audience = { tribeId, kind: 'readers', minLevelOrder, authorId };
  const listeners = [...watching, ...deps.streams.ofUser(authorId)];
  const refused = await sendTo(deps, listeners, audience, async ({ actor }) => {
    const [presented] = await presentTo(deps, actor, { id: vibeId, tribeId }, [{ id, userId, emoji, ts }]);
    return presented && ['reaction', presented, String(ts)];
  });
  closeAll(refused.filter((stream) => stream.vibeId !== null));
}

/** An event's name, its data as this stream's user may see them, and the id after which a browser can resume. */
type Delivery = [event: string, data: object, id?: string] | undefined;

/** Sends to those of the streams whose users may receive it now; resolves to the others. */
async function sendTo(
  { gate }: Deps,
  streams: readonly Stream[],
  audience: Audience,
  deliveryFor: (stream: Stream) => Delivery | Promise<Delivery>,
): Promise<Stream[]> {
  if (streams.length === 0) return [];
  const mayReceive = await gate.openTo(
    streams.map(({ actor }) => actor),
    audience,
  );
  const admitted = streams.filter(({ actor }) => mayReceive(actor));
  await Promise.all(
    admitted.map(async (stream) => {
      const delivery = await deliveryFor(stream);
      if (delivery) stream.send(...delivery);
    }),
  );
  return streams.filter(({ actor }) => !mayReceive(actor));
}

function closeAll(streams: readonly Stream[]): void {
  for (const stream of streams) stream.close();
}
