import { everyLevel } from '@tribus/community/access.ts';
import type { Audience } from '@tribus/community/delivery-gate.ts';
import { isAdmin } from '@tribus/kit/core/actor.ts';
import type { Bus } from '@tribus/kit/events/broker.ts';
import {
  CaseQueueChanged,
  CommentDeleted,
  ContentHidden,
  ContentShown,
  PostDeleted,
  PostEdited,
  PostVideoChanged,
  SiteCaseQueueChanged,
} from '@tribus/proto/content/v1/events.ts';
import { SessionRevoked, UserBlocked, UserDeleted, UserSuspended } from '@tribus/proto/identity/v1/events.ts';
import {
  ChatModerated,
  ChatPosted,
  MessageModerated,
  MessageSent,
  NotificationRaised,
  SlowModeChanged,
} from '@tribus/proto/messaging/v1/events.ts';
import {
  MemberJoined,
  MemberLeft,
  MemberLevelChanged,
  MemberRestricted,
  MemberRoleChanged,
  MemberUnbanned,
  SubmissionQueueChanged,
  TribeDeleted,
  TribeUpdated,
} from '@tribus/proto/tribes/v1/events.ts';
import { VibeReacted } from '@tribus/proto/vibes/v1/events.ts';
import type { StreamEvents } from '../api.ts';
import type { Deps } from './deps.ts';
import type { Stream } from './stream.ts';
import { presentTo } from './vibes.ts';

/**
 * Sends events to the open streams of this process. Every replica of the service receives every event; none is stored,
 * because a disconnected browser reads the missed data over HTTP.
 */
export function startFanOut(deps: Deps, bus: Bus): void {
  const { streams, watchers } = deps;
  bus.listen(NotificationRaised, (event) => deliverNotification(deps, event));
  bus.listen(MessageSent, (event) => deliverToBoth(deps, event, {}));
  bus.listen(MessageModerated, (event) => deliverToBoth(deps, event, removalIn(event)));
  bus.listen(ChatPosted, (event) => deliverChat(deps, event, {}));
  bus.listen(ChatModerated, (event) => deliverChat(deps, event, removalIn(event)));
  bus.listen(SlowModeChanged, (event) => deliverSlowMode(deps, event));
  bus.listen(VibeReacted, (event) => deliverReaction(deps, event));
  for (const type of [MemberJoined, MemberRoleChanged, MemberLevelChanged, MemberRestricted, MemberUnbanned])
    bus.listen<OwnMembership>(type, (event) => deliverMembership(deps, event, {}));
  bus.listen(MemberLeft, (event) => deliverMembership(deps, event, { ended: true }));
  bus.listen(SubmissionQueueChanged, ({ tribeId }) => deliverQueue(deps, { queue: 'submissions', tribeId }));
  bus.listen(CaseQueueChanged, ({ tribeId }) => deliverQueue(deps, { queue: 'cases', tribeId }));
  bus.listen(SiteCaseQueueChanged, () => deliverQueue(deps, { queue: 'cases', tribeId: null }));
  for (const type of [PostDeleted, ContentHidden, ContentShown])
    bus.listen<ChangedContent>(type, (event) => deliverContent(deps, event));
  bus.listen(PostEdited, ({ isHidden, ...event }) => deliverPost(deps, { ...event, wasHidden: isHidden }));
  bus.listen(CommentDeleted, (event) => deliverComment(deps, event));
  bus.listen(PostVideoChanged, (event) => deliverVideo(deps, event));

  bus.listen(SessionRevoked, ({ sessionIds }) =>
    closeAll(streams.filter(({ actor }) => sessionIds.includes(actor.sessionId))),
  );
  for (const type of [UserDeleted, UserSuspended])
    bus.listen<{ userId: string }>(type, ({ userId }) => closeAll(streams.filter(({ actor }) => actor.id === userId)));
  bus.listen(PostDeleted, ({ postId }) => closeAll(streams.ofVibe(postId)));
  // Viewers who may still see it reopen their stream.
  bus.listen(ContentHidden, ({ postId, commentId }) => {
    if (commentId === '') closeAll(streams.ofVibe(postId));
  });
  bus.listen(PostEdited, ({ postId, minLevelOrder }) => watchers.edited(postId, minLevelOrder));
  bus.listen(TribeDeleted, ({ tribeId }) => closeAll(streams.filter((stream) => stream.tribeId === tribeId)));
  bus.listen(UserBlocked, ({ userId, blockedId }) =>
    watchers.recheck(({ actor }) => actor.id === userId || actor.id === blockedId),
  );
  bus.listen(TribeUpdated, ({ tribeId }) => watchers.recheck((stream) => stream.tribeId === tribeId));
  for (const type of [MemberLeft, MemberRoleChanged, MemberLevelChanged])
    bus.listen<{ tribeId: number; userId: string }>(type, ({ tribeId, userId }) =>
      watchers.recheck((stream) => stream.tribeId === tribeId && stream.actor.id === userId),
    );
}

/** Delivers a notification to its user, if they are still in its audience. */
async function deliverNotification(deps: Deps, event: NotificationRaised): Promise<void> {
  const { userId, notificationId, type, tribeId, minLevelOrder } = event;
  const kind = event.audience === 'none' ? 'members' : event.audience;
  const about = { byId: event.personId || null, isPersonal: true };
  const audience: Audience = { tribeId: tribeId === 0 ? null : tribeId, kind, minLevelOrder, ...about };
  await sendTo(deps, deps.streams.ofUser(userId), audience, ['notification', { notificationId, type }]);
}

interface Removal {
  /** The message was removed; clients hide it. */
  removed?: true;
}

const removalIn = ({ removed }: { removed: boolean }): Removal => (removed ? { removed } : {});

async function deliverToBoth(
  deps: Deps,
  { messageId, fromUserId, toUserId, tribeId }: MessageSent,
  removal: Removal,
): Promise<void> {
  const message = { messageId, tribeId, ...removal };
  await Promise.all([
    deliverMessage(deps, toUserId, fromUserId, message),
    deliverMessage(deps, fromUserId, toUserId, message),
  ]);
}

/** Delivers a direct message to one of its two users, with the other's id as visible to them. */
async function deliverMessage(
  deps: Deps,
  userId: string,
  otherId: string,
  { tribeId, ...message }: { messageId: string; tribeId: number } & Removal,
): Promise<void> {
  // Mutes are ignored: messages of a muted person are delivered.
  const audience: Audience = { tribeId, kind: 'members', byId: otherId, isPersonal: false };
  await sendTo(deps, deps.streams.ofUser(userId), audience, async ({ actor }) => {
    const unreachable = await deps.directory.unreachableAcross(actor, [tribeId], new Set([otherId]));
    if (unreachable.get(tribeId)?.has(otherId)) return undefined;
    const people = await deps.directory.presentUsersIn(actor, tribeId, [otherId]);
    const other = people.get(otherId);
    return other && ['message', { ...message, withUserId: other.id, tribeId }];
  });
}

/** Delivers a chat message to every connected active member of the tribe. */
async function deliverChat(
  deps: Deps,
  { tribeId, messageId, userId }: Pick<ChatPosted, 'tribeId' | 'messageId' | 'userId'>,
  removal: Removal,
): Promise<void> {
  const audience: Audience = { tribeId, kind: 'members', byId: userId, isPersonal: false };
  await sendTo(deps, streamsOfMembers(deps, tribeId), audience, ['chat', { tribeId, messageId, ...removal }]);
}

/** Delivers a chat's new slow mode to the same users; it has no author to be blocked. */
async function deliverSlowMode(deps: Deps, { tribeId, seconds }: SlowModeChanged): Promise<void> {
  const audience: Audience = { tribeId, kind: 'members', byId: null, isPersonal: false };
  await sendTo(deps, streamsOfMembers(deps, tribeId), audience, ['slowMode', { tribeId, seconds }]);
}

interface OwnMembership {
  tribeId: number;
  userId: string;
}

/** Delivers the change of a membership, or the end of a ban, to its user, also after the membership has ended. */
async function deliverMembership(
  deps: Deps,
  { tribeId, userId }: OwnMembership,
  end: Pick<StreamEvents['membership'], 'ended'>,
): Promise<void> {
  const audience: Audience = { tribeId, kind: 'anyone', byId: null, isPersonal: false };
  await sendTo(deps, deps.streams.ofUser(userId), audience, ['membership', { tribeId, ...end }]);
}

/** Delivers the change of a queue to its connected moderators; site admins moderate every queue. */
async function deliverQueue(deps: Deps, changed: StreamEvents['queue']): Promise<void> {
  const { tribeId } = changed;
  const kind = tribeId === null ? 'admins' : 'moderators';
  const members = tribeId === null ? [] : streamsOfMembers(deps, tribeId);
  const audience: Audience = { tribeId, kind, byId: null, isPersonal: false };
  await sendTo(deps, distinct(streamsOfAdmins(deps), members), audience, ['queue', changed]);
}

interface ChangedComment extends ChangedPost {
  commentId: string;
  postAuthorId: string;
}

/** Without a comment, the post itself. */
type ChangedContent = ChangedPost & Partial<Pick<ChangedComment, 'commentId' | 'postAuthorId'>>;

interface ChangedPost {
  tribeId: number;
  postId: string;
  authorId: string;
  minLevelOrder: number;
  /** Absent: it was visible. */
  wasHidden?: boolean;
}

const deliverContent = (
  deps: Deps,
  { commentId = '', postAuthorId = '', ...changed }: ChangedContent,
): Promise<void> =>
  commentId === '' ? deliverPost(deps, changed) : deliverComment(deps, { ...changed, commentId, postAuthorId });

/**
 * Delivers that a post was hidden, shown again, edited or deleted to its author and to the connected members who may
 * see it, or could see it until now: of a post that was hidden already, to its author and moderators only.
 */
async function deliverPost(deps: Deps, changed: ChangedPost): Promise<void> {
  const { tribeId, postId, authorId, wasHidden = false } = changed;
  // Previous versions send no level: moderators and the author receive their events.
  const minLevelOrder = wasHidden || changed.minLevelOrder === 0 ? everyLevel : changed.minLevelOrder;
  const audience: Audience = { tribeId, kind: 'readers', minLevelOrder, authorId, byId: authorId, isPersonal: false };
  const ofAuthor = deps.streams.ofUser(authorId);
  const streams = distinct(streamsOfAdmins(deps), ofAuthor, streamsOfMembers(deps, tribeId));
  await sendTo(deps, streams, audience, ['post', { tribeId, postId }]);
}

/**
 * Delivers that a comment was hidden, shown again or deleted to the connected members who may see its post, and the
 * comment: of one that was hidden already, to its author and moderators only. No effect without the post's author:
 * previous versions send none, nor do deletions of many comments.
 */
async function deliverComment(
  deps: Deps,
  { tribeId, postId, commentId, postAuthorId, authorId, wasHidden = false, ...post }: ChangedComment,
): Promise<void> {
  if (postAuthorId === '') return;
  const minLevelOrder = post.minLevelOrder === 0 ? everyLevel : post.minLevelOrder;
  const inTribe = { tribeId, kind: 'readers', isPersonal: false } as const;
  const ofPost: Audience = { ...inTribe, minLevelOrder, authorId: postAuthorId, byId: postAuthorId };
  const ofComment: Audience = { ...inTribe, minLevelOrder: wasHidden ? everyLevel : 1, authorId, byId: authorId };
  const streams = distinct(streamsOfAdmins(deps), streamsOfMembers(deps, tribeId));
  const mayReceive = await deps.gate.openTo(
    streams.map(({ actor }) => actor),
    ofPost,
  );
  const viewers = streams.filter(({ actor }) => mayReceive(actor));
  await sendTo(deps, viewers, ofComment, ['post', { tribeId, postId, commentId }]);
}

/** Delivers the processing of a video to the author of its post, while they may see it. */
async function deliverVideo(deps: Deps, { authorId, state, ...video }: PostVideoChanged): Promise<void> {
  if (state === 'none') return;
  const about = { kind: 'readers', minLevelOrder: everyLevel, authorId, byId: authorId, isPersonal: false } as const;
  const audience: Audience = { tribeId: video.tribeId, ...about };
  await sendTo(deps, deps.streams.ofUser(authorId), audience, ['video', { ...video, state }]);
}

const distinct = (...groups: readonly Stream[][]): Stream[] => [...new Set(groups.flat())];

const streamsOfAdmins = ({ streams }: Deps): Stream[] =>
  streams.filter(({ vibeId, actor }) => vibeId === null && isAdmin(actor));

function streamsOfMembers({ connected, streams }: Deps, tribeId: number): Stream[] {
  const candidates = connected.candidates(tribeId);
  return streams.filter(({ vibeId, actor }) => vibeId === null && candidates.has(actor.id));
}

/**
 * Delivers a reaction to the vibe's watchers and its author, each with the name visible to them. Closes the streams of
 * watchers who lost access, whether or not the event of their leaving has arrived.
 */
async function deliverReaction(deps: Deps, event: VibeReacted): Promise<void> {
  const { reactionId: id, vibeId, tribeId, authorId, userId, emoji, tsMs: ts } = event;
  const watching = deps.streams.ofVibe(vibeId);
  const minLevelOrder = deps.watchers.levelOf(vibeId);
  // Watchers are admitted by their access to the author's vibe; blocks against the reacting person apply when names are
  // presented.
  const audience: Audience = { tribeId, kind: 'readers', minLevelOrder, authorId, byId: authorId, isPersonal: false };
  const listeners = [...watching, ...deps.streams.ofUser(authorId)];
  const refused = await sendTo(deps, listeners, audience, async ({ actor }) => {
    const [presented] = await presentTo(deps, actor, { id: vibeId, tribeId }, [{ id, userId, emoji, ts }]);
    return presented && ['reaction', presented, String(ts)];
  });
  closeAll(refused.filter((stream) => stream.vibeId !== null));
}

/** An event's name, its data as visible to the stream's user, and the id after which a browser can resume. */
type Delivery = [event: string, data: object, id?: string] | undefined;

/** A delivery that presents people, and so differs between viewers. */
type PresentedDelivery = (stream: Stream) => Promise<Delivery>;

/** Sends to the streams whose users are in the audience now; returns the other streams. */
async function sendTo(
  { gate, directory }: Deps,
  streams: readonly Stream[],
  audience: Audience,
  delivery: Delivery | PresentedDelivery,
): Promise<Stream[]> {
  if (streams.length === 0) return [];
  const mayReceive = await gate.openTo(
    streams.map(({ actor }) => actor),
    audience,
  );
  const admitted = streams.filter(({ actor }) => mayReceive(actor));
  // In one call, because presenting people needs each viewer's blocks.
  if (typeof delivery === 'function') await directory.loadBlocks(admitted.map(({ actor }) => actor));
  await Promise.all(
    admitted.map(async (stream) => {
      const own = typeof delivery === 'function' ? await delivery(stream) : delivery;
      if (own) stream.send(...own);
    }),
  );
  return streams.filter(({ actor }) => !mayReceive(actor));
}

function closeAll(streams: readonly Stream[]): void {
  for (const stream of streams) stream.close();
}
