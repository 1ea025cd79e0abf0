import { moderatorRoles } from '@tribus/community/access.ts';
import type { EventMetadata } from '@tribus/kit/events/events.ts';
import type { OwnCases } from '@tribus/proto/content/v1/types.ts';
import { notificationBudgets } from '../limits.ts';
import type { Deps } from './deps.ts';
import { fanOut } from './fan-out.ts';
import { listNotifications, raiseNotifications } from './notification-audience.ts';
import { waitingNotification } from './notification-factory.ts';
import type { Queue } from './store/notifications.ts';
import { listMemberPage } from './tribe-members.ts';

/** Notifications of pending items to the moderators of a tribe and to site admins. */

const pageSize = 200;

const budgets = {
  submissions_waiting: { budget: notificationBudgets.submissions, name: 'submissions' },
  cases_waiting: { budget: notificationBudgets.cases, name: 'cases' },
  site_cases_waiting: { budget: notificationBudgets.cases, name: 'site_cases' },
} as const;

/** The number of pending items, and whether one was added. */
interface Change {
  waiting: number;
  added: boolean;
  /** By author, the pending items about their own content, which they must not learn of. */
  own?: readonly OwnCases[];
  /** The author of the added item, who is not notified of it. */
  authorId?: string;
}

/** Updates the moderators' notification of pending items in their tribe. */
export async function notifyOfQueue(
  deps: Deps,
  type: 'submissions_waiting' | 'cases_waiting',
  { tribeId, ...change }: Change & { tribeId: number },
  metadata: EventMetadata,
): Promise<void> {
  const roles = [...moderatorRoles];
  const page = (cursor: string) => listMemberPage(deps, { tribeId, roles, cursor, limit: pageSize });
  await updateNotifications(deps, { type, tribeId }, change, page, metadata);
}

/** Updates the site admins' notification of pending site cases. */
export async function notifyOfSiteQueue(deps: Deps, change: Change, metadata: EventMetadata): Promise<void> {
  const page = (cursor: string) => deps.identity.listAdmins({ cursor, limit: pageSize });
  await updateNotifications(deps, { type: 'site_cases_waiting', tribeId: null }, change, page, metadata);
}

/** Returns a page of the recipients. */
type Page = (cursor: string) => Promise<{ userIds: readonly string[]; nextCursor: string }>;

/** Updates each recipient's single notification; only pushes are limited. */
async function updateNotifications(
  { store }: Pick<Deps, 'store'>,
  queue: Queue,
  { waiting, added, own = [], authorId = '' }: Change,
  page: Page,
  { id, occurredAt: createdAt }: EventMetadata,
): Promise<void> {
  const ownWaiting = new Map(own.map((each) => [each.authorId, each.waiting]));
  if (!added || waiting === 0) return store.notifications.setWaiting(queue, waiting, ownWaiting);
  const { budget, name } = budgets[queue.type];
  const isPushed = await store.budgets.spend(budget, [name, queue.tribeId ?? 0], { id, occurredAt: createdAt });
  await fanOut({ store }, id, page, async (userIds) => {
    const items = userIds.flatMap((userId) => {
      const others = waiting - (ownWaiting.get(userId) ?? 0);
      if (userId === authorId || others <= 0) return [];
      return waitingNotification({ userId, createdAt, eventId: id }, queue, others);
    });
    await (isPushed ? raiseNotifications({ store }, items) : listNotifications({ store }, items));
  });
}
