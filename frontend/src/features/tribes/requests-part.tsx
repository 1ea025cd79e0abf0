import { UserRoundCheck } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import type { Decision } from '../../lib/membership-changes.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { RejectQuestion } from '../../lib/reject-question.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { coverage, type Selection, toggleAll, toggleRow } from '../../ui/table/selection.ts';
import type { Tribe } from './api.ts';
import { ChosenRequests } from './chosen-requests.tsx';
import { RequestCard } from './request-card.tsx';
import { type PendingMember, pendingQuery } from './requests-api.ts';
import { useDecideRequests } from './use-decide-requests.ts';

/** `/tools/tribes/{id}/requests`: the join requests with their answers and notes; one or many are decided. */
export function RequestsPart({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership');
  const { items, query } = usePagedQuery(pendingQuery(tribe.id));
  const head = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid w-full max-w-2xl grid-cols-1 gap-4 lg:max-w-5xl">
      <h2 ref={head} tabIndex={-1} className="font-bold text-title outline-none">
        {t('membership.requests')}
      </h2>
      {query.isPending && (
        <Loading className="grid gap-3">
          <Skeleton className="h-40 w-full rounded-lg" />
          <Skeleton className="h-40 w-full rounded-lg" />
        </Loading>
      )}
      {query.isError && items.length === 0 && (
        <ErrorState
          error={query.error}
          fallback={t('membership.requestsFailed')}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data !== undefined && (
        <InfiniteList query={query} skeleton={<Skeleton className="h-40 w-full rounded-lg" />}>
          <Requests tribe={tribe} items={items} focusAfter={() => head.current} />
        </InfiniteList>
      )}
    </div>
  );
}

interface RequestsProps {
  tribe: Tribe;
  items: readonly PendingMember[];
  focusAfter: () => HTMLElement | null;
}

function Requests({ tribe, items, focusAfter }: RequestsProps) {
  const { t } = useTexts('membership');
  const [selection, setSelection] = useState<Selection>(new Set());
  const [rejecting, setRejecting] = useState<readonly PendingMember[]>([]);
  const { decide, answered, isPending } = useDecideRequests(tribe.id, (action) => {
    if (action === 'reject') setRejecting([]);
    else focusAfter()?.focus({ preventScroll: true });
  });
  const ask = (action: Decision, requests: readonly PendingMember[]) =>
    action === 'reject' ? setRejecting(requests) : decide(action, requests);
  const usersToReject = useMemo(() => rejecting.map(({ user }) => user), [rejecting]);
  const chosen = items.filter(({ user }) => selection.has(user.id));
  return (
    <div className="grid grid-cols-1 gap-3">
      <DecidedElsewhere items={items} answered={answered} />
      {items.length === 0 ? (
        <NoRequests tribe={tribe} />
      ) : (
        <ChooseAll items={items} selection={selection} onChoose={setSelection} />
      )}
      <ul aria-label={t('membership.requests')} className="grid grid-cols-1 gap-3 empty:hidden">
        {items.map((request) => (
          <RequestCard
            key={request.user.id}
            tribeId={tribe.id}
            request={request}
            chosen={selection.has(request.user.id)}
            onChoose={() => setSelection(toggleRow(selection, request.user.id))}
            busy={isPending}
            onDecide={(action) => ask(action, [request])}
          />
        ))}
      </ul>
      <ChosenRequests
        count={chosen.length}
        busy={isPending}
        onClear={() => setSelection(new Set())}
        onDecide={(action) => ask(action, chosen)}
      />
      <RejectQuestion
        people={usersToReject}
        busy={isPending}
        onReject={() => decide('reject', rejecting)}
        onClose={() => setRejecting([])}
        focusAfter={() => (rejecting.some(({ user }) => answered.has(user.id)) ? focusAfter() : null)}
      />
    </div>
  );
}

function NoRequests({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership');
  return (
    <EmptyState
      icon={<UserRoundCheck />}
      title={t('membership.noRequests')}
      text={t(tribe.requiresApproval ? 'membership.noRequestsText' : 'membership.noRequestsOpen')}
      action={
        !tribe.requiresApproval && (
          <ButtonLink to={paths.tribePart(tribe.id, 'settings')}>{t('membership.toSettings')}</ButtonLink>
        )
      }
    />
  );
}

interface ChooseAllProps {
  items: readonly PendingMember[];
  selection: Selection;
  onChoose: (selection: Selection) => void;
}

function ChooseAll({ items, selection, onChoose }: ChooseAllProps) {
  const { t } = useTexts('membership');
  const ids = items.map(({ user }) => user.id);
  const covered = coverage(selection, ids);
  return (
    <Checkbox
      label={t('ui.table.selectAll')}
      checked={covered === 'all'}
      indeterminate={covered === 'some'}
      onChange={() => onChoose(toggleAll(selection, ids))}
    />
  );
}

/** Lists requests that were removed from the list without being answered here. */
function DecidedElsewhere({ items, answered }: { items: readonly PendingMember[]; answered: ReadonlySet<string> }) {
  const { t } = useTexts('membership');
  const format = useFormat();
  const decided = useDecidedElsewhere(items, answered);
  return (
    <p role="status" className="rounded-md bg-honey-soft px-4 py-3 text-small empty:hidden">
      {decided.length > 0 && t('membership.decidedElsewhere', { count: decided.length, names: format.list(decided) })}
    </p>
  );
}

/** Returns the names on requests that were removed from the list without being answered here. */
function useDecidedElsewhere(items: readonly PendingMember[], answered: ReadonlySet<string>): string[] {
  const before = useRef<readonly PendingMember[]>(items);
  const [decided, setDecided] = useState<string[]>([]);
  useEffect(() => {
    const present = new Set(items.map(({ user }) => user.id));
    const left = before.current.filter(({ user }) => !present.has(user.id) && !answered.has(user.id));
    before.current = items;
    if (left.length > 0) setDecided(left.map(({ user }) => user.name));
  }, [items, answered]);
  return decided;
}
