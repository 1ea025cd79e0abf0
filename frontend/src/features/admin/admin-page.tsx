import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus, ScrollText } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { SearchInput } from '../../lib/search-input.tsx';
import { type TypedSearch, useTypedSearch } from '../../lib/use-typed-search.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { afterOverlays } from '../../ui/overlay-history.ts';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/table/pagination.tsx';
import { appealsQuery, onlineQuery, PAGE_SIZE, usersQuery } from './api.ts';
import { Appeals } from './appeals.tsx';
import { Queues } from './queues.tsx';
import { UserSheet } from './user-sheet.tsx';
import { UserTable } from './user-table.tsx';

/**
 * `/admin`, for site admins: all accounts. `?q=` and `?page=` select the list, `?user=` the open account, and
 * `?part=appeal` opens it at its appeal.
 */
export function AdminPage() {
  const { t } = useTexts('admin');
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const typed = useTypedSearch({ removes: ['page'] });
  const { q } = typed;
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1);
  const appeals = useInfiniteQuery(appealsQuery);
  const users = useQuery(usersQuery(page, useDeferredValue(q)));
  const turn = (changes: Record<string, string>) => changeParams({ user: '', part: '', ...changes });
  // Not under an open sheet: replacing its history entry would close it.
  const isSettled = !users.isPlaceholderData && !query.has('user');
  useLastPage(page, isSettled ? users.data?.total : undefined, (last) => turn({ page: String(last) }));
  const addressOf = (number: number) => `?${new URLSearchParams({ ...(q && { q }), page: String(number) })}`;
  return (
    <Page
      title={t('admin.title')}
      lead={t('admin.lead')}
      actions={
        <>
          <ButtonLink to={paths.audit} icon={<ScrollText />}>
            {t('admin.toAudit')}
          </ButtonLink>
          <Button variant="primary" icon={<Plus />} onClick={() => turn({ user: 'new' })}>
            {t('admin.newUser')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <Queues />
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-end">
          <UserSearch typed={typed} />
          <OnlineCard />
        </div>
        <Appeals onOpen={(user) => turn({ user, part: 'appeal' })} />
        <UserTable
          // Placed once it is known whether appeals appear above it: a rendered table never moves.
          key={String(appeals.isPending)}
          users={appeals.isPending ? undefined : users.data?.items}
          busy={users.isPlaceholderData}
          error={users.error}
          onRetry={() => void users.refetch()}
          onOpen={({ id }) => turn({ user: id })}
        />
        <Pagination
          label={t('admin.pages')}
          page={page}
          pageSize={PAGE_SIZE}
          total={users.data?.total ?? 0}
          to={addressOf}
        />
      </div>
      <UserSheet
        id={query.get('user')}
        part={query.get('part') === 'appeal' ? 'appeal' : 'account'}
        onClose={() => turn({})}
      />
    </Page>
  );
}

/** Goes to the last page when the current one no longer exists: its last account was deleted, or the address is wrong. */
function useLastPage(page: number, total: number | undefined, go: (page: number) => void): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / PAGE_SIZE));
  const goTo = useEffectEvent((number: number) => afterOverlays(() => go(number)));
  useEffect(() => {
    if (page > last) goTo(last);
  }, [page, last]);
}

/** Searches while typing. */
function UserSearch({ typed: { text, type } }: { typed: TypedSearch }) {
  const { t } = useTexts('admin');
  return (
    <search>
      <SearchInput label={t('admin.search')} value={text} onType={type} />
    </search>
  );
}

/** The number of people online; hidden while unknown (part 1, section 8). */
function OnlineCard() {
  const { t } = useTexts('admin');
  const format = useFormat();
  const { data, isError } = useQuery(onlineQuery);
  const shown = isError ? undefined : data;
  const count = (value: number | undefined) => (value === undefined ? '–' : format.number(value));
  return (
    <Card as="section" aria-label={t('admin.online')} className="flex justify-between gap-4 px-5 py-3">
      <p className="text-caption text-fg-muted">
        {t('admin.onlineNow')}
        <strong className="tabular block font-display text-fg text-title">{count(shown?.onlineNow)}</strong>
      </p>
      <p className="text-right text-caption text-fg-muted">
        {t('admin.activeLastHour')}
        <strong className="tabular block font-display text-fg text-title">{count(shown?.activeLastHour)}</strong>
      </p>
    </Card>
  );
}
