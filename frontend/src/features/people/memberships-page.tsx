import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { type Membership, membershipsQuery } from '../../lib/shared-queries.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { UsersSkeleton, userGrid } from './user-row.tsx';

/**
 * `/tools/memberships`: the viewer's role in each tribe, with links to the chats. Never empty: everyone is in hominini.
 */
export function MembershipsPage() {
  const { t } = useTexts('tools', 'members');
  const { data, error, refetch } = useQuery(membershipsQuery);
  return (
    <Page title={t('memberships.title')} lead={t('memberships.lead')}>
      {error && !data && (
        <ErrorState error={error} fallback={t('memberships.loadFailed')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading>
          <UsersSkeleton />
        </Loading>
      )}
      <ul className={userGrid}>
        {data?.map((membership) => (
          <MembershipRow key={membership.tribeId} membership={membership} />
        ))}
      </ul>
    </Page>
  );
}

/** The whole row links to the tribe, its end to the chat. */
function MembershipRow({ membership }: { membership: Membership }) {
  const { t } = useTexts('tools', 'members');
  const format = useFormat();
  const { tribe, role, status, levelOrder, createdAt } = membership;
  const isActive = status === 'active';
  const date = format.date(createdAt);
  return (
    <Card as="li" lifts className="flex h-16 items-center gap-3 pr-2 pl-3">
      <TribeGlyph id={tribe.id} size={40} />
      <div className="grid min-w-0 grow grid-cols-1 leading-tight">
        <Link to={paths.tribe(tribe.id)} className={linkClass}>
          <bdi>{tribe.name}</bdi>
        </Link>
        {isActive ? (
          <span className="truncate text-caption text-fg-muted">
            <span className={cx(role !== 'member' && 'text-ember-text')}>{t(`tribes.role.${role}`)}</span>
            {' · '}
            {t('shell.level', { level: levelOrder })}
            <span className="text-fg-faint max-sm:hidden">
              {' · '}
              {t('memberships.since', { date })}
            </span>
          </span>
        ) : (
          <span className="truncate text-caption text-fg-faint">
            <span className="text-honey">{t('memberships.pending')}</span>
            {' · '}
            {t('memberships.asked', { date })}
          </span>
        )}
      </div>
      {isActive && (
        <Link
          to={paths.chat(tribe.id)}
          aria-label={t('memberships.chatOf', { tribe: tribe.name })}
          data-tip={t('memberships.chat')}
          data-tip-side="top"
          className={cx(iconButtonClass(), 'z-1')}
        >
          <MessagesSquare aria-hidden="true" />
        </Link>
      )}
    </Card>
  );
}

/** The link covers the whole row. */
const linkClass =
  'truncate font-display font-semibold outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ember-text focus-visible:after:-outline-offset-2';
