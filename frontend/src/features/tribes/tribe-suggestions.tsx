import { homininiId } from '@limits/community';
import { Clock, Lock, UserCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { directoryQuery, type TribeCard } from './api.ts';
import { JoinButton } from './join-button.tsx';

/** The first tribes of the directory, joined by a tap; hominini, of which everyone is a member, is left out. */
export function TribeSuggestions() {
  const { t } = useTexts('members', 'welcome');
  const { items, query } = usePagedQuery(directoryQuery(''));
  if (query.isPending) return <SuggestionsSkeleton />;
  if (query.isError && items.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const tribes = items.filter(({ id }) => id !== homininiId);
  if (tribes.length === 0) return <EmptyState title={t('tribes.noneYet')} text={t('welcome.tribes.later')} />;
  return <Suggestions tribes={tribes} />;
}

/** Stored, so that they keep their order while a person joins, also when the directory changes. */
function Suggestions({ tribes }: { tribes: readonly TribeCard[] }) {
  const [order] = useState(() => tribes.map(({ id }) => id));
  return (
    <ul className="grid grid-cols-1 gap-2.5 lg:grid-cols-2">
      {order.map((id) => {
        const tribe = tribes.find((each) => each.id === id);
        return tribe && <Suggestion key={id} tribe={tribe} />;
      })}
    </ul>
  );
}

function Suggestion({ tribe }: { tribe: TribeCard }) {
  const { t } = useTexts('members', 'welcome');
  const { membership } = tribe;
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-3 gap-y-2.5 p-3">
      <TribeGlyph id={tribe.id} size={44} />
      <div className="grid min-w-0 flex-1 basis-40 grid-cols-1 leading-tight">
        <h2 className="prose-safe line-clamp-2 font-semibold">{tribe.name}</h2>
        {tribe.description && <p className="line-clamp-2 text-fg-muted text-small">{tribe.description}</p>}
        <AccessRule tribe={tribe} />
      </div>
      <div className="ml-auto">
        {membership?.status === 'active' ? (
          <Pill tone="moss">{t(`tribes.role.${membership.role}`)}</Pill>
        ) : (
          <JoinButton tribe={tribe} size="sm" variant="quiet" />
        )}
      </div>
    </Card>
  );
}

/** The member count, and whether joining needs approval. */
function AccessRule({ tribe: { membersCount, isPrivate, requiresApproval, membership } }: { tribe: TribeCard }) {
  const { t } = useTexts('members', 'welcome');
  const format = useFormat();
  const isPending = membership?.status === 'pending';
  const icon = isPending ? <Clock /> : isPrivate ? <Lock /> : <UserCheck />;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-caption text-fg-faint [&_svg]:size-3.5">
      <span className="tabular inline-flex items-center gap-1">
        <Users aria-hidden="true" /> {t('tribes.members', { count: membersCount, shown: format.number(membersCount) })}
      </span>
      {requiresApproval && membership?.status !== 'active' && (
        <span className="inline-flex items-center gap-1">
          <span aria-hidden="true">{icon}</span>
          {t(isPending ? 'welcome.tribes.asked' : 'welcome.tribes.byRequest')}
        </span>
      )}
    </p>
  );
}

function SuggestionsSkeleton() {
  return (
    <Loading className="grid grid-cols-1 gap-2.5 lg:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-19 w-full rounded-lg" />
      ))}
    </Loading>
  );
}
