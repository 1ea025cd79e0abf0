import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { MemberLevelChanged, SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import { raiseNotifications } from './notification-audience.ts';
import {
  levelUpNotification,
  levelUpNotificationId,
  submissionResultNotification,
  submissionResultNotificationId,
} from './notification-factory.ts';

/** Notifies a member of an earned level; deletes the notification of a revoked one. */
export async function notifyOfLevel(
  deps: Pick<Deps, 'store'>,
  { tribeId, userId, levelOrder, previousLevelOrder, cause }: MemberLevelChanged,
  { id, occurredAt }: EventMetadata,
): Promise<void> {
  const { notifications } = deps.store;
  if (cause === 'reopened')
    await notifications.withdraw(userId, levelUpNotificationId(userId, tribeId, previousLevelOrder), occurredAt);
  if (cause !== 'challenges' && cause !== 'level_test') return;
  await raiseNotifications(deps, [
    levelUpNotification({ userId, createdAt: occurredAt, eventId: id }, tribeId, levelOrder),
  ]);
}

/** Notifies a member of a review; skips quizzes, whose result is in the response to the submission. */
export async function notifyOfReview(
  deps: Pick<Deps, 'store'>,
  { tribeId, userId, submissionId, status, reviewedById }: SubmissionReviewed,
  { id, occurredAt }: EventMetadata,
): Promise<void> {
  if (reviewedById === '' || (status !== 'approved' && status !== 'rejected')) return;
  const to = { userId, createdAt: occurredAt, eventId: id };
  await raiseNotifications(deps, [submissionResultNotification(to, { tribeId, submissionId, status })]);
}

/** Deletes the notification of a revoked decision. */
export async function withdrawReviewNotification(
  { store }: Pick<Deps, 'store'>,
  { userId, submissionId }: SubmissionReopened,
  { occurredAt }: EventMetadata,
): Promise<void> {
  await store.notifications.withdraw(userId, submissionResultNotificationId(userId, submissionId), occurredAt);
}
