import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { CaseDecided, ContentHidden, ReportResolved, TribeMediaHidden } from '@tribus/proto/content/v1/events.ts';
import type { PostKind } from '@tribus/proto/content/v1/types.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import { moderationNotification, type RaisingEvent, raisedBy, reportNotification } from './notification-factory.ts';

type Own = Pick<Deps, 'store'>;

const orNull = (postKind: PostKind) => (postKind === 'none' ? null : postKind);

/** Notifies a reporter of the result of their report. */
export async function notifyOfReportResult(
  own: Own,
  { caseId, reportId, reporterId, kind, postKind, tribeId, upheld, postId }: ReportResolved,
  event: EventMetadata,
): Promise<void> {
  if (kind === 'none') return;
  const to = { userId: reporterId, ...raisedBy(event) };
  const object = { kind, postKind: orNull(postKind) };
  const result = { caseId, ...object, action: null, reason: null, upheld, reportedPostId: postId || null };
  await raiseNotifications(own, [reportNotification(to, reportId, tribeId || null, result)]);
}

/** Notifies an author of a decision, without names; of a `keep` only when the content had been hidden. */
export async function notifyOfDecision(
  own: Own,
  { caseId, kind, postKind, tribeId, authorId, action, reason, wasHidden }: CaseDecided,
  event: EventMetadata,
): Promise<void> {
  if (kind === 'none' || action === 'none' || reason === 'none' || authorId === '') return;
  if (action === 'keep' && !wasHidden) return;
  const to = { userId: authorId, ...raisedBy(event) };
  const decided = { caseId, kind, postKind: orNull(postKind), action, reason, upheld: action !== 'keep' };
  await raiseNotifications(own, [moderationNotification(to, tribeId || null, decided)]);
}

/** Notifies an author that reports have hidden their content until it is reviewed. */
export async function notifyOfHidden(
  own: Own,
  { tribeId, postId, postKind, commentId, authorId, caseId, cause }: ContentHidden,
  event: EventMetadata,
): Promise<void> {
  if (commentId === '') await own.store.notifications.setHidden(postId, true, event);
  const kind = commentId === '' ? 'post' : 'comment';
  await notifyHidden(own, event, { kind, postKind, authorId, tribeId, caseId, cause });
}

/** As `notifyOfHidden`, for a picture in the media of a tribe. */
export const notifyOfMediaHidden = (
  own: Own,
  { tribeId, uploaderId: authorId, caseId, cause }: TribeMediaHidden,
  metadata: EventMetadata,
): Promise<void> =>
  notifyHidden(own, metadata, { kind: 'tribe_media', postKind: 'none', authorId, tribeId, caseId, cause });

async function notifyHidden(
  own: Own,
  event: RaisingEvent,
  hidden: Pick<ContentHidden, 'authorId' | 'postKind' | 'tribeId' | 'caseId' | 'cause'> & {
    kind: 'post' | 'comment' | 'tribe_media';
  },
): Promise<void> {
  const { kind, postKind, authorId, tribeId, caseId, cause } = hidden;
  if (cause !== 'reports') return;
  const to = { userId: authorId, ...raisedBy(event) };
  const object = { kind, postKind: orNull(postKind) };
  const moderation = { caseId, ...object, action: 'hidden', reason: null, upheld: true } as const;
  await raiseNotifications(own, [moderationNotification(to, tribeId || null, moderation)]);
}
