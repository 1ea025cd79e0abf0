import { waitingCountedMax } from '@limits/identity';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CountBadge } from '../ui/pill.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { http } from './http.ts';
import { useFormat, useTexts } from './i18n.ts';
import { queryKeys } from './query-keys.ts';
import { useMe } from './session.ts';

/*
 * Work queues of site admins. Shared here because the shell, the tools and the admin desk show them, and features do
 * not import each other.
 */

export type AdminWork = 'messages' | 'appeals' | 'cases';

/** Another admin may handle the work, and the stream has no event for that. */
const counted = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const;

/** The responses include the total, so the items themselves are limited to a minimum. */
const one = { limit: 1 } as const;

const messagesWaitingQuery = queryOptions({
  queryKey: queryKeys.contactMessages.waiting,
  queryFn: async ({ signal }) => (await http.get('/admin/contact-messages', { query: one, signal })).waiting,
  ...counted,
});

const appealsWaitingQuery = queryOptions({
  queryKey: queryKeys.admin.waiting,
  queryFn: async ({ signal }) => (await http.get('/admin/appeals', { query: one, signal })).waiting,
  ...counted,
});

const casesWaitingQuery = queryOptions({
  queryKey: queryKeys.cases.siteWaiting,
  queryFn: async ({ signal }) => {
    const { waiting } = await http.get('/admin/reports', { query: one, signal });
    return waiting.open + waiting.appealed;
  },
  ...counted,
});

/** Returns the number of pending items for a site admin; undefined for others and at zero. */
export function useAdminWaiting(): Map<AdminWork, number> {
  const enabled = useMe()?.role === 'admin';
  const messages = useQuery({ ...messagesWaitingQuery, enabled });
  const appeals = useQuery({ ...appealsWaitingQuery, enabled });
  const cases = useQuery({ ...casesWaitingQuery, enabled });
  const found: [AdminWork, number][] = [
    ['messages', messages.data ?? 0],
    ['appeals', appeals.data ?? 0],
    ['cases', cases.data ?? 0],
  ];
  return new Map(found.filter(([, count]) => count > 0));
}

const words = {
  messages: 'tools.messagesWaiting',
  appeals: 'tools.appealsWaiting',
  cases: 'tools.casesWaiting',
} as const;

/** The displayed number: "2", "99+". */
export function useWaitingNumber(): (count: number) => string {
  const format = useFormat();
  const most = waitingCountedMax - 1;
  return (count) => (count > most ? `${format.number(most)}+` : format.number(count));
}

/** The count in words: "2 messages to answer", "99+ messages to answer". */
export function useAdminWaitingWords(): (work: AdminWork, count: number) => string {
  const { t } = useTexts('tools');
  const shown = useWaitingNumber();
  return (work, count) => t(words[work], { count, shown: shown(count) });
}

/** The pending count next to the label of a link. Renders nothing at zero. */
export function AdminWaitingCount({ work }: { work: AdminWork }) {
  const count = useAdminWaiting().get(work) ?? 0;
  const describe = useAdminWaitingWords();
  if (count === 0) return null;
  return (
    <>
      <VisuallyHidden>{` · ${describe(work, count)}`}</VisuallyHidden>
      <CountBadge count={count} />
    </>
  );
}
