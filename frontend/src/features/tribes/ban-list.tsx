import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { UserActionLine } from '../../lib/user-action-line.tsx';
import { UserSentence } from '../../lib/user-sentence.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { rowControl } from '../../ui/focus.ts';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Tribe } from './api.ts';
import { bansQuery, type TribeBan, useUnban } from './member-api.ts';

/** The bans of a tribe: person, reason, end and moderator, each with a button to lift it for those who may. */
export function BanList({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('membership', 'tribe');
  const { items, query } = usePagedQuery(bansQuery(tribe.id));
  const [lifting, setLifting] = useState<TribeBan | null>(null);
  const head = useRef<HTMLParagraphElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const liftedIndex = useRef(0);
  const lift = (ban: TribeBan, index: number) => {
    liftedIndex.current = index;
    setLifting(ban);
  };
  if (query.isPending)
    return (
      <Loading>
        <Skeleton className="h-28 w-full rounded-md" />
      </Loading>
    );
  if (query.isError && items.length === 0)
    return (
      <ErrorState error={query.error} fallback={t('membership.bansFailed')} onRetry={() => void query.refetch()} />
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      <p ref={head} tabIndex={-1} className="text-fg-muted text-small outline-none">
        {t('membership.bansLead')}
      </p>
      {items.length === 0 && (
        <EmptyState icon={<ShieldCheck />} title={t('membership.noBans')} text={t('membership.noBansText')} />
      )}
      <InfiniteList query={query} skeleton={<Skeleton className="h-28 w-full rounded-md" />}>
        <ul ref={list} aria-label={t('membership.bans')} className="grid grid-cols-1 gap-2.5 empty:hidden">
          {items.map((ban, index) => (
            <Banned key={ban.user.id} ban={ban} onUnban={() => lift(ban, index)} />
          ))}
        </ul>
      </InfiniteList>
      <Unban
        tribeId={tribe.id}
        ban={lifting}
        onClose={() => setLifting(null)}
        focusAfter={() => rowControl(list.current, liftedIndex.current) ?? head.current}
      />
    </div>
  );
}

function Banned({ ban, onUnban }: { ban: TribeBan; onUnban: () => void }) {
  const { t } = useTexts('members', 'membership', 'tribe');
  const format = useFormat();
  const { user, by, reason, createdAt, endsAt, canLift } = ban;
  return (
    <li className="grid grid-cols-1 gap-2 rounded-md bg-surface p-3 shadow-card">
      <UserActionLine
        person={user}
        size="sm"
        about={
          by ? (
            <UserSentence person={by} sentence={(name) => t('membership.bannedBy', { name })} />
          ) : (
            t(`tribe.authority.${ban.authority}`)
          )
        }
      >
        {canLift && (
          <Button size="sm" aria-label={t('membership.unbanOf', { name: user.name })} onClick={onUnban}>
            {t('membership.unban')}
          </Button>
        )}
      </UserActionLine>
      <p className="text-small">
        {endsAt
          ? t('membership.bannedFromTo', { from: format.date(createdAt), to: format.dateTime(endsAt) })
          : t('membership.bannedFrom', { from: format.date(createdAt) })}
      </p>
      <div className="grid grid-cols-1 gap-0.5">
        <p className="text-caption text-fg-muted">{t('membership.reason')}</p>
        <p className="prose-safe whitespace-pre-wrap text-small" dir="auto">
          {reason}
        </p>
      </div>
    </li>
  );
}

interface UnbanProps {
  tribeId: number;
  ban: TribeBan | null;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

function Unban({ tribeId, ban, onClose, focusAfter }: UnbanProps) {
  const { t } = useTexts('membership', 'tribe');
  const [last, setLast] = useState(ban);
  if (ban && ban !== last) setLast(ban);
  const unban = useUnban(tribeId);
  const isLifted = useRef(false);
  const name = last?.user.name ?? '';
  const close = () => {
    isLifted.current = false;
    onClose();
    unban.reset();
  };
  return (
    <Confirm
      open={ban !== null}
      onClose={close}
      title={t('membership.unbanTitle', { name })}
      text={t('membership.unbanText')}
      error={unban.error && messageOf(unban.error, t('ui.error'))}
      confirm={t('membership.unban')}
      isHarmless
      busy={unban.isPending}
      focusAfter={() => (isLifted.current ? focusAfter() : null)}
      onConfirm={() =>
        last &&
        unban.mutate(last, {
          onSuccess: () => toast(() => t('membership.unbanned', { name }), { tone: 'good' }),
          onScreen: {
            onSuccess: () => {
              isLifted.current = true;
              onClose();
            },
          },
          offScreen: { onError: toastFailure },
        })
      }
    />
  );
}
