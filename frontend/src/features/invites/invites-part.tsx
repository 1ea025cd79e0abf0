import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../lib/contract.ts';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { invitesQuery } from './api.ts';
import { InviteRow } from './invite-row.tsx';
import { NewInviteForm } from './new-invite-form.tsx';

/** `/tools/tribes/{id}/invites`: the invitations of a tribe, and the people who joined by each. */
export function InvitesPart({ tribe }: { tribe: Schema<'Tribe'> }) {
  const { t } = useTexts('invites');
  const { items, query } = usePagedQuery(invitesQuery(tribe.id));
  const [making, setMaking] = useState(false);
  const make = (
    <Button variant="primary" icon={<UserPlus />} onClick={() => setMaking(true)}>
      {t('invites.make')}
    </Button>
  );
  const isEmpty = query.isSuccess && items.length === 0;
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 gap-4 lg:max-w-5xl">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div className="grid grid-cols-1 gap-1">
          <h2 className="font-bold text-title">{t('invites.title')}</h2>
          <p className="text-pretty text-fg-muted text-small">{t('invites.lead')}</p>
        </div>
        {!isEmpty && make}
      </header>
      {query.isPending && <LoadingRows />}
      {query.isError && items.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} className="py-4" />
      )}
      {isEmpty && <EmptyState title={t('invites.empty')} text={t('invites.emptyText')} action={make} />}
      <InfiniteList query={query} skeleton={<LoadingRows />}>
        <ul className="grid grid-cols-1 gap-3">
          {items.map((invite) => (
            <InviteRow key={invite.id} tribeId={tribe.id} invite={invite} />
          ))}
        </ul>
      </InfiniteList>
      <Sheet open={making} onClose={() => setMaking(false)} title={t('invites.make')}>
        <NewInviteForm tribeId={tribe.id} onDone={() => setMaking(false)} />
      </Sheet>
    </div>
  );
}

const LoadingRows = () => (
  <Loading className="grid gap-3">
    <Skeleton className="h-32 rounded-lg" />
    <Skeleton className="h-32 rounded-lg" />
  </Loading>
);
