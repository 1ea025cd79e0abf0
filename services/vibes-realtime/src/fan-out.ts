import { type Audience, audienceKinds } from '@tribus/community/delivery-gate.ts';
import { requirePerson } from '@tribus/community/membership-directory.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
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
import { presentReactions } from './vibes.ts';

const outside: Audience = { tribeId: null, kind: 'anyone' };

/**
 * Carries what happens to the open streams of this process. Every copy of the service hears every event as it passes;
 * nothing is kept, for whoever was not there asks over HTTP.
 */
export function startFanOut(deps: Deps, bus: Bus): void {
  const { streams, watchers } = deps;
  const on = <P>(type: { $type: string; decode(bytes: Uint8Array): P }, deliver: (event: P) => Promise<void> | void) =>
    bus.listen([type.$type], (_type: string, payload: Uint8Array, _facts: EventMetadata) => {
      Promise.resolve(deliver(type.decode(payload))).catch((error) => {
        deps.ctx.log.warn({ err: error, type: type.$type }, 'could not be delivered to open streams');
      });
    });

  on(NotificationRaised, (event) => deliverNotification(deps, event));
  on(MessageSent, ({ messageId, fromUserId, toUserId, tribeId }) =>
    Promise.all([
      deliverMessage(deps, toUserId, fromUserId, { messageId, tribeId }),
      deliverMessage(deps, fromUserId, toUserId, { messageId, tribeId }),
    ]).then(() => undefined),
  );
  on(ChatPosted, ({ tribeId, messageId }) => deliverChat(deps, tribeId, messageId));
  on(VibeReacted, (event) => deliverReaction(deps, event));

  on(SessionRevoked, ({ sessionIds }) => closeAll(streams.filter(({ actor }) => sessionIds.includes(actor.sessionId))));
  on(UserDeleted, ({ userId }) => closeAll(streams.filter(({ actor }) => actor.id === userId)));
  on(PostDeleted, ({ postId }) => closeAll(streams.ofVibe(postId)));
  on(PostEdited, ({ postId, minLevelOrder }) => watchers.edited(postId, minLevelOrder));
  on(TribeDeleted, ({ tribeId }) => closeAll(streams.filter((stream) => stream.tribeId === tribeId)));
  on(TribeUpdated, ({ tribeId }) => watchers.recheck((stream) => stream.tribeId === tribeId));
  for (const type of [MemberLeft, MemberRoleChanged, MemberLevelChanged])
    on<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
      watchers.recheck((stream) => stream.tribeId === tribeId && stream.actor.id === userId),
    );
}

/** A notice for whoever it was raised for, if they may still know of it. */
async function deliverNotification(deps: Deps, event: NotificationRaised): Promise<void> {
  const { userId, notificationId, type, tribeId, minLevelOrder } = event;
  const kind = audienceKinds.find((known) => known === event.audience) ?? 'members';
  const audience = tribeId === 0 ? outside : { tribeId, kind, minLevelOrder };
  await sendTo(deps, deps.streams.ofPerson(userId), audience, () => ['notification', { notificationId, type }]);
}

/** One side's word of a direct message, by the id under which they know the other. */
async function deliverMessage(
  deps: Deps,
  userId: string,
  otherId: string,
  { messageId, tribeId }: { messageId: string; tribeId: number },
): Promise<void> {
  await sendTo(deps, deps.streams.ofPerson(userId), { tribeId, kind: 'members' }, async ({ actor }) => {
    const people = await deps.directory.presentUsersIn(actor, tribeId, [otherId]);
    return ['message', { messageId, withUserId: requirePerson(people, otherId).id, tribeId }];
  });
}

/** To every active member of the tribe who is there. */
async function deliverChat(deps: Deps, tribeId: number, messageId: string): Promise<void> {
  const candidates = deps.connected.candidates(tribeId);
  const streams = deps.streams.filter(({ vibeId, actor }) => vibeId === null && candidates.has(actor.id));
  await sendTo(deps, streams, { tribeId, kind: 'members' }, () => ['chat', { tribeId, messageId }]);
}

/**
 * To those who watch the vibe, and to its author; each sees the name they may see. Who may not watch any more loses the
 * stream, whether or not it was said that they left.
 */
async function deliverReaction(deps: Deps, event: VibeReacted): Promise<void> {
  const { reactionId: id, vibeId, tribeId, authorId, userId, emoji, tsMs: ts } = event;
  const watching = deps.streams.ofVibe(vibeId);
  const minLevelOrder = deps.watchers.levelOf(vibeId);
  const audience: Audience = { tribeId, kind: 'readers', minLevelOrder, authorId };
  const listeners = [...watching, ...deps.streams.ofPerson(authorId)];
  const refused = await sendTo(deps, listeners, audience, async ({ actor }) => {
    const [shown] = await presentReactions(deps, actor, { id: vibeId, tribeId }, [{ id, userId, emoji, ts }]);
    return shown && ['reaction', shown, String(ts)];
  });
  closeAll(refused.filter((stream) => stream.vibeId !== null));
}

/** The name of an event, its data as this reader may see them, and the id after which a browser can resume. */
type Recipient = [event: string, data: object, id?: string] | undefined;

/** Sends something to those of these streams whose readers may get it now; answers the others. */
async function sendTo(
  { gate }: Deps,
  streams: readonly Stream[],
  audience: Audience,
  tell: (stream: Stream) => Recipient | Promise<Recipient>,
): Promise<Stream[]> {
  if (streams.length === 0) return [];
  const mayReceive = await gate.openTo(
    streams.map(({ actor }) => actor),
    audience,
  );
  const admitted = streams.filter(({ actor }) => mayReceive(actor));
  await Promise.all(
    admitted.map(async (stream) => {
      const told = await tell(stream);
      if (told) stream.send(...told);
    }),
  );
  return streams.filter(({ actor }) => !mayReceive(actor));
}

function closeAll(streams: readonly Stream[]): void {
  for (const stream of streams) stream.close();
}
