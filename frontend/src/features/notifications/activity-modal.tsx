import { useQuery } from '@tanstack/react-query';
import { Flame, Search, Sparkles } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { activeOf, membershipsQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ModalSheet } from '../../ui/modal-sheet.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RowsSkeleton, Section } from './section.tsx';
import { ActiveTribes, PendingTribes } from './tribe-rows.tsx';

/** `/(modal)/activity`: activity on my posts, and my tribes. */
export function ActivityModal() {
  const { t } = useTexts('members');
  return (
    <ModalSheet title={t('notifications.activityTitle')} otherwise={paths.tribes}>
      <nav aria-label={t('notifications.shortcuts')} className="flex flex-wrap gap-3 pb-6">
        <ButtonLink size="sm" to={paths.vibes()} icon={<Sparkles />}>
          {t('shell.vibes')}
        </ButtonLink>
        <ButtonLink size="sm" to={paths.explore} icon={<Search />}>
          {t('shell.explore')}
        </ButtonLink>
        <ButtonLink size="sm" to={paths.tribes} icon={<Flame />}>
          {t('shell.tribes')}
        </ButtonLink>
      </nav>
      <Section title={t('notifications.recent')}>
        <RecentActivity />
      </Section>
      <MyTribes />
    </ModalSheet>
  );
}

function MyTribes() {
  const { t } = useTexts('members');
  const memberships = useQuery(membershipsQuery);
  const active = activeOf(memberships.data ?? []);
  const pending = memberships.data?.filter(({ status }) => status === 'pending') ?? [];
  return (
    <>
      <Section title={t('notifications.activeTribes')}>
        {memberships.isPending && <RowsSkeleton rows={2} />}
        {memberships.isError && (
          <ErrorState
            error={memberships.error}
            fallback={t('notifications.tribesFailed')}
            onRetry={() => void memberships.refetch()}
            className="py-6"
          />
        )}
        {memberships.isSuccess && active.length === 0 && (
          <p className="text-fg-muted text-small">{t('notifications.noChats')}</p>
        )}
        <ActiveTribes tribes={active} />
      </Section>
      {pending.length > 0 && (
        <Section title={t('notifications.pending')}>
          <PendingTribes tribes={pending} />
        </Section>
      )}
    </>
  );
}
