import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import type { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import { fanOut } from './fan-out.ts';
import { listNotifications, raiseNotifications } from './notification-audience.ts';
import { raisedBy, waitingNotification, waitingNotificationId } from './notification-factory.ts';
import type { StoredNotification } from './store/notification.ts';
import type { Queue, WaitingCount } from './store/waiting-notifications.ts';
import { listMemberPage } from './tribe-members.ts';

/** Notifications of pending items to the moderators of a tribe and to site admins. */

/** Also the maximum per call that counts. */
const pageSize = 200;

const budgets = {
  submissions_waiting: { budget: notificationBudgets.submissions, name: 'submissions' },
  cases_waiting: { budget: notificationBudgets.cases, name: 'cases' },
  site_cases_waiting: { budget: notificationBudgets.cases, name: 'site_cases' },
} as const;

/** Returns a page of the recipients. */
type Page = (cursor: string) => Promise<{ userIds: readonly string[]; nextCursor: string }>;

/** Returns the present number of pending items for each of these users. */
type CountFor = (
  userIds: string[],
) => Promise<{ counts: readonly { userId: string; waiting: number }[]; countedAt: string }>;

/** Counts the cases of a tribe, or of the site for 0. */
const countCases =
  ({ content }: Deps, tribeId: number): CountFor =>
  (userIds) =>
    content.countWaitingCases({ tribeId, userIds });

const moderatorsOf =
  (deps: Deps, tribeId: number): Page =>
  (cursor) =>
    listMemberPage(deps, { tribeId, roles: [...moderatorRoles], cursor, limit: pageSize });

/** Updates the moderators' notification of pending submissions in their tribe. */
export async function notifyOfSubmissions(
  deps: Deps,
  { tribeId, ...change }: SubmissionQueueChanged,
  metadata: EventMetadata,
): Promise<void> {
  const countFor: CountFor = (userIds) => deps.tribes.countWaitingSubmissions({ tribeId, userIds });
  const recipients = { page: moderatorsOf(deps, tribeId), countFor };
  await updateWaiting(deps, { type: 'submissions_waiting', tribeId }, change, recipients, metadata);
}

/** Updates the moderators' notification of pending cases in their tribe. */
export async function notifyOfCases(
  deps: Deps,
  { tribeId, ...change }: CaseQueueChanged,
  metadata: EventMetadata,
): Promise<void> {
  const recipients = { page: moderatorsOf(deps, tribeId), countFor: countCases(deps, tribeId) };
  await updateWaiting(deps, { type: 'cases_waiting', tribeId }, change, recipients, metadata);
}

/** Updates the site admins' notification of pending site cases. */
export async function notifyOfSiteCases(
  deps: Deps,
  change: SiteCaseQueueChanged,
  metadata: EventMetadata,
): Promise<void> {
  const page: Page = (cursor) => deps.identity.listAdmins({ cursor, limit: pageSize });
  const recipients = { page, countFor: countCases(deps, 0) };
  await updateWaiting(deps, { type: 'site_cases_waiting', tribeId: null }, change, recipients, metadata);
}

/**
 * Fetches the present number of pending items of each recipient, so that repeated and late events do no harm. An added
 * item notifies the moderators except its author; else the number changes in the notifications that exist.
 */
async function updateWaiting(
  deps: Deps,
  queue: Queue,
  { added, authorId }: Pick<SiteCaseQueueChanged, 'added' | 'authorId'>,
  { page, countFor }: { page: Page; countFor: CountFor },
  event: EventMetadata,
): Promise<void> {
  if (!added) {
    const holders = await deps.store.waitingNotifications.listHolders(queue);
    for (let from = 0; from < holders.length; from += pageSize)
      await setCounts(deps, queue, holders.slice(from, from + pageSize), countFor);
    return;
  }
  await fanOut(deps, event.id, page, async (userIds) => {
    const counted = await setCounts(deps, queue, userIds, countFor);
    const items = counted.flatMap(({ userId, ...count }) => {
      if (userId === authorId || count.waiting <= 0) return [];
      return waitingNotification({ userId, ...raisedBy(event) }, queue, count);
    });
    await raiseInBudget(deps, queue, items);
  });
}

/** Sets the present number of pending items in the notifications of these users that exist; returns the numbers. */
async function setCounts(
  { store }: Pick<Deps, 'store'>,
  queue: Queue,
  userIds: readonly string[],
  countFor: CountFor,
): Promise<(Omit<WaitingCount, '_id'> & { userId: string })[]> {
  if (userIds.length === 0) return [];
  const response = await countFor([...userIds]);
  const countedAt = new Date(response.countedAt);
  const counted = response.counts.map(({ userId, waiting }) => ({ userId, waiting, countedAt }));
  await store.waitingNotifications.setCounts(
    counted.map(({ userId, ...count }) => ({ _id: waitingNotificationId(queue, userId), ...count })),
  );
  return counted;
}

/** Updates each recipient's single notification; only pushes are limited. */
async function raiseInBudget(
  { store }: Pick<Deps, 'store'>,
  { type, tribeId }: Queue,
  items: readonly StoredNotification[],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const { budget, name } = budgets[type];
  const event = { id: first.eventId, occurredAt: first.createdAt };
  const isPushed = await store.budgets.spend(budget, [name, tribeId ?? 0], event);
  await (isPushed ? raiseNotifications({ store }, items) : listNotifications({ store }, items));
}
