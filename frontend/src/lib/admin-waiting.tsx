import { waitingCountedMax } from '@limits/identity';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CountBadge } from '../ui/pill.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { http } from './http.ts';
import { useFormat, useTexts } from './i18n.ts';
import { queryKeys } from './query-keys.ts';
import { useMe } from './session.ts';

/*
 * What waits for site admins. It is here because the shell, the tools and the desk of admins show it, and features do not
 * import each other.
 */

export type AdminWork = 'messages' | 'appeals' | 'cases';

/** Another admin may handle it meanwhile, of which no event of the stream tells. */
const counted = { refetchInterval: 60_000, refetchOnWindowFocus: 'always' } as const;

/** The answers say how many there are; what waits is hardly asked for. */
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

/** How much waits for a site admin, where there is anything; nothing for others. */
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

/** The number as it is shown: "2", "99+". */
export function useWaitingNumber(): (count: number) => string {
  const format = useFormat();
  const most = waitingCountedMax - 1;
  return (count) => (count > most ? `${format.number(most)}+` : format.number(count));
}

/** Says how many wait there: "2 messages to answer", "99+ messages to answer". */
export function useAdminWaitingWords(): (work: AdminWork, count: number) => string {
  const { t } = useTexts('tools');
  const shown = useWaitingNumber();
  return (work, count) => t(words[work], { count, shown: shown(count) });
}

/** How many wait there, beside the name of the way that leads to them. Renders nothing where none do. */
export function AdminWaitingCount({ work }: { work: AdminWork }) {
  const count = useAdminWaiting().get(work) ?? 0;
  const say = useAdminWaitingWords();
  if (count === 0) return null;
  return (
    <>
      <VisuallyHidden>{` · ${say(work, count)}`}</VisuallyHidden>
      <CountBadge count={count} />
    </>
  );
}
