import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { activeOf, membershipsQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { RowsSkeleton, rowClass } from './section.tsx';

/** Links to the chats of my tribes. */
export function TribeChats() {
  const { t } = useTexts('members');
  const memberships = useQuery(membershipsQuery);
  if (memberships.isPending) return <RowsSkeleton rows={2} />;
  if (!memberships.data)
    return (
      <ErrorState
        error={memberships.error}
        fallback={t('notifications.tribesFailed')}
        onRetry={() => void memberships.refetch()}
        className="py-6"
      />
    );
  const active = activeOf(memberships.data);
  if (active.length === 0)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-fg-muted text-small">{t('notifications.noChats')}</p>
        <ButtonLink size="sm" to={paths.tribes} replace>
          {t('notifications.findTribes')}
        </ButtonLink>
      </div>
    );
  return (
    <ul className="grid grid-cols-1">
      {active.map(({ tribeId, tribe }) => (
        <li key={tribeId} className="grid grid-cols-1">
          <Link to={paths.chat(tribeId)} className={rowClass}>
            <TribeGlyph id={tribeId} size={40} />
            <span className="grow truncate font-display font-semibold">{tribe.name}</span>
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-fg-faint" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
