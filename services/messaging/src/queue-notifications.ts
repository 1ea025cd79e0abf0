import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { CaseQueueChanged, SiteCaseQueueChanged } from '@tribus/proto/content/v1/events.ts';
import type { SubmissionQueueChanged } from '@tribus/proto/tribes/v1/events.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import { fanOut } from './fan-out.ts';
import { listNotifications, raiseNotifications } from './notification-audience.ts';
import { waitingNotification, waitingNotificationId } from './notification-factory.ts';
import type { StoredNotification } from './store/notification.ts';
import type { Queue } from './store/waiting-notifications.ts';
import { listMemberPage } from './tribe-members.ts';

/** Notifications of pending items to the moderators of a tribe and to site admins. */

/** Also the maximum per content call. */
const pageSize = 200;

const budgets = {
  submissions_waiting: { budget: notificationBudgets.submissions, name: 'submissions' },
  cases_waiting: { budget: notificationBudgets.cases, name: 'cases' },
  site_cases_waiting: { budget: notificationBudgets.cases, name: 'site_cases' },
} as const;

/** Returns a page of the recipients. */
type Page = (cursor: string) => Promise<{ userIds: readonly string[]; nextCursor: string }>;

const moderatorsOf =
  (deps: Deps, tribeId: number): Page =>
  (cursor) =>
    listMemberPage(deps, { tribeId, roles: [...moderatorRoles], cursor, limit: pageSize });

/** Updates the moderators' notification of pending submissions in their tribe. */
export async function notifyOfSubmissions(
  deps: Deps,
  { tribeId, waiting, added, own, authorId }: SubmissionQueueChanged,
  { id, occurredAt: createdAt }: EventMetadata,
): Promise<void> {
  const { store } = deps;
  const queue = { type: 'submissions_waiting', tribeId } as const;
  const ownWaiting = new Map(own.map((each) => [each.authorId, each.waiting]));
  if (!added || waiting === 0) return store.waitingNotifications.setWaiting(queue, waiting, ownWaiting);
  await fanOut(deps, id, moderatorsOf(deps, tribeId), async (userIds) => {
    const items = userIds.flatMap((userId) => {
      const others = waiting - (ownWaiting.get(userId) ?? 0);
      if (userId === authorId || others <= 0) return [];
      return waitingNotification({ userId, createdAt, eventId: id }, queue, { waiting: others });
    });
    await raiseInBudget(deps, queue, items);
  });
}

/** Updates the moderators' notification of pending cases in their tribe. */
export async function notifyOfCases(
  deps: Deps,
  { tribeId, ...change }: CaseQueueChanged,
  metadata: EventMetadata,
): Promise<void> {
  await updateCases(deps, { type: 'cases_waiting', tribeId }, change, moderatorsOf(deps, tribeId), metadata);
}

/** Updates the site admins' notification of pending site cases. */
export async function notifyOfSiteCases(
  deps: Deps,
  change: SiteCaseQueueChanged,
  metadata: EventMetadata,
): Promise<void> {
  const page: Page = (cursor) => deps.identity.listAdmins({ cursor, limit: pageSize });
  await updateCases(deps, { type: 'site_cases_waiting', tribeId: null }, change, page, metadata);
}

/**
 * Fetches the present number of pending cases of each recipient, so that repeated and late events do no harm. An added
 * case notifies the moderators except its author; else the number changes in the notifications that exist.
 */
async function updateCases(
  deps: Deps,
  queue: Queue,
  { added, authorId }: Pick<SiteCaseQueueChanged, 'added' | 'authorId'>,
  page: Page,
  { id, occurredAt: createdAt }: EventMetadata,
): Promise<void> {
  if (!added) {
    const holders = await deps.store.waitingNotifications.listHolders(queue);
    for (let from = 0; from < holders.length; from += pageSize)
      await setCases(deps, queue, holders.slice(from, from + pageSize));
    return;
  }
  await fanOut(deps, id, page, async (userIds) => {
    const counted = await setCases(deps, queue, userIds);
    const items = counted.flatMap(({ userId, ...count }) => {
      if (userId === authorId || count.waiting <= 0) return [];
      return waitingNotification({ userId, createdAt, eventId: id }, queue, count);
    });
    await raiseInBudget(deps, queue, items);
  });
}

/** Sets the present number of pending cases in the notifications of these users that exist; returns the numbers. */
async function setCases({ content, store }: Deps, queue: Queue, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const response = await content.countWaitingCases({ tribeId: queue.tribeId ?? 0, userIds: [...userIds] });
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
