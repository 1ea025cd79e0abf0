import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { MemberLevelChanged, SubmissionReopened, SubmissionReviewed } from '@tribus/proto/tribes/v1/events.ts';
import type { Deps } from './deps.ts';
import { hideEnded, raiseNotifications } from './notification-audience.ts';
import { levelUpNotification, raisedBy, submissionResultNotification } from './notification-factory.ts';

/** Notifies a member of an earned level; hides the notification of a revoked one. */
export async function notifyOfLevel(
  deps: Pick<Deps, 'store'>,
  { tribeId, userId, levelOrder, previousLevelOrder, cause }: MemberLevelChanged,
  event: EventMetadata,
): Promise<void> {
  const to = { userId, ...raisedBy(event) };
  if (cause === 'reopened') await hideEnded(deps, levelUpNotification(to, tribeId, previousLevelOrder));
  if (cause !== 'challenges' && cause !== 'level_test') return;
  await raiseNotifications(deps, [levelUpNotification(to, tribeId, levelOrder)]);
}

/** Notifies a member of a review; skips quizzes, whose result is in the response to the submission. */
export async function notifyOfReview(
  deps: Pick<Deps, 'store'>,
  { tribeId, userId, submissionId, status, reviewedById }: SubmissionReviewed,
  event: EventMetadata,
): Promise<void> {
  if (reviewedById === '' || (status !== 'approved' && status !== 'rejected')) return;
  const to = { userId, ...raisedBy(event) };
  await raiseNotifications(deps, [submissionResultNotification(to, { tribeId, submissionId, status })]);
}

/** Hides the notification of a revoked decision. */
export async function hideReviewNotification(
  deps: Pick<Deps, 'store'>,
  { tribeId, userId, submissionId }: SubmissionReopened,
  event: EventMetadata,
): Promise<void> {
  const to = { userId, ...raisedBy(event) };
  await hideEnded(deps, submissionResultNotification(to, { tribeId, submissionId, status: null }));
}
