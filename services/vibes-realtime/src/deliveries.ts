import type { Bus } from '@tribus/kit/broker.ts';
import type { EventFacts } from '@tribus/kit/events.ts';
import { pause } from '@tribus/kit/loop.ts';
import { PostDeleted, PostEdited } from '@tribus/proto/content/v1/events.ts';
import { SessionRevoked } from '@tribus/proto/identity/v1/events.ts';
import { ChatPosted, MessageSent, NotificationRaised } from '@tribus/proto/messaging/v1/events.ts';
import {
  MemberLeft,
  MemberLevelChanged,
  MemberRoleChanged,
  TribeDeleted,
  TribeUpdated,
} from '@tribus/proto/tribes/v1/events.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { Parts } from './parts.ts';
import type { Stream } from './streams.ts';
import { presentReactions, vibeFor } from './vibes.ts';

/** content remembers a seat for three seconds, and may hear after us that it is lost. */
const knownEverywhereMs = 3_500;

/**
 * Carries what happens to the open streams of this process. Every copy of the service hears every event as it passes;
 * nothing is kept, for whoever was not there asks over HTTP.
 */
export function startDeliveries(parts: Parts, bus: Bus): void {
  const { streams } = parts;
  const hear = <P>(
    type: { $type: string; decode(bytes: Uint8Array): P },
    deliver: (event: P) => Promise<void> | void,
  ) =>
    bus.listen([type.$type], (_type: string, payload: Uint8Array, _facts: EventFacts) => {
      Promise.resolve(deliver(type.decode(payload))).catch((error) => {
        parts.ctx.log.warn({ err: error, type: type.$type }, 'could not be delivered to open streams');
      });
    });

  hear(NotificationRaised, ({ userId, notificationId, type }) =>
    sendTo(streams.ofPerson(userId), 'notification', { notificationId, type }),
  );
  hear(MessageSent, ({ messageId, fromUserId, toUserId, tribeId }) => {
    sendTo(streams.ofPerson(toUserId), 'message', { messageId, withUserId: fromUserId, tribeId });
    sendTo(streams.ofPerson(fromUserId), 'message', { messageId, withUserId: toUserId, tribeId });
  });
  hear(ChatPosted, ({ tribeId, messageId }) => deliverChat(parts, tribeId, messageId));
  hear(VibeReacted, (event) => deliverReaction(parts, event));

  hear(SessionRevoked, ({ sessionIds }) =>
    closeAll(streams.filter(({ actor }) => sessionIds.includes(actor.sessionId))),
  );
  hear(PostDeleted, ({ postId }) => closeAll(streams.ofVibe(postId)));
  // It may ask for a higher level now.
  hear(PostEdited, ({ postId }) => recheck(parts, ({ vibeId }) => vibeId === postId));
  hear(TribeDeleted, ({ tribeId }) => closeAll(streams.filter((stream) => stream.tribeId === tribeId)));
  hear(TribeUpdated, ({ tribeId }) => recheck(parts, (stream) => stream.tribeId === tribeId));
  for (const type of [MemberLeft, MemberRoleChanged, MemberLevelChanged])
    hear<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
      recheck(parts, (stream) => stream.tribeId === tribeId && stream.actor.id === userId),
    );
}

/** To every active member of the tribe who is there. */
async function deliverChat({ streams, company }: Parts, tribeId: number, messageId: string): Promise<void> {
  const personal = streams.filter(({ vibeId }) => vibeId === null);
  const seats = await company.seats(
    personal.map(({ actor }) => actor.id),
    tribeId,
  );
  const members = personal.filter(({ actor }) => seats.get(actor.id)?.status === 'active');
  sendTo(members, 'chat', { tribeId, messageId });
}

/** To those who watch the vibe, and to its author; each sees the name they may see. */
async function deliverReaction(parts: Parts, event: VibeReacted): Promise<void> {
  const { reactionId: id, vibeId, tribeId, authorId, userId, emoji, tsMs: ts } = event;
  const listeners = [...parts.streams.ofVibe(vibeId), ...parts.streams.ofPerson(authorId)];
  await Promise.all(
    listeners.map(async (stream) => {
      const reactions = [{ id, userId, emoji, ts }];
      const [shown] = await presentReactions(parts, stream.actor, { id: vibeId, tribeId }, reactions);
      if (shown) stream.send('reaction', shown, String(ts));
    }),
  );
}

/** Ends the streams of vibes that their viewers may not see any more: at once, and when all have heard of it. */
async function recheck(parts: Parts, wanted: (stream: Stream) => boolean): Promise<void> {
  await closeUnseen(parts, wanted);
  await pause(knownEverywhereMs, parts.ctx.stopping);
  if (!parts.ctx.stopping.aborted) await closeUnseen(parts, wanted);
}

async function closeUnseen(parts: Parts, wanted: (stream: Stream) => boolean): Promise<void> {
  await Promise.all(
    parts.streams.filter(wanted).map(async (stream) => {
      if (stream.vibeId === null) return;
      await vibeFor(parts, stream.actor, stream.vibeId).catch(() => stream.close());
    }),
  );
}

function sendTo(streams: readonly Stream[], event: string, data: object): void {
  for (const stream of streams) stream.send(event, data);
}

function closeAll(streams: readonly Stream[]): void {
  for (const stream of streams) stream.close();
}
