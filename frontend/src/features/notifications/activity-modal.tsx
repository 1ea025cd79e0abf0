import { useQuery } from '@tanstack/react-query';
import { Flame, Sparkles } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ModalSheet } from '../../ui/modal-sheet.tsx';
import { RecentActivity } from './recent-activity.tsx';
import { RowsSkeleton, Section } from './section.tsx';
import { ActiveTribes, PendingTribes } from './tribe-rows.tsx';

/** `/(modal)/activity`: what others did with what is mine, and where I belong. */
export function ActivityModal() {
  const { t } = useTexts();
  return (
    <ModalSheet title={t('notices.activityTitle')} otherwise={paths.tribes}>
      <Section title={t('notices.recent')}>
        <RecentActivity />
      </Section>
      <MyTribes />
      <nav aria-label={t('notices.shortcuts')} className="flex flex-wrap gap-3">
        <ButtonLink size="sm" to={paths.vibes()} replace icon={<Sparkles />}>
          {t('notices.toVibes')}
        </ButtonLink>
        <ButtonLink size="sm" to={paths.tribes} replace icon={<Flame />}>
          {t('notices.toTribes')}
        </ButtonLink>
      </nav>
    </ModalSheet>
  );
}

function MyTribes() {
  const { t } = useTexts();
  const memberships = useQuery(membershipsQuery);
  const active = memberships.data?.filter(({ status }) => status === 'active') ?? [];
  const pending = memberships.data?.filter(({ status }) => status === 'pending') ?? [];
  return (
    <>
      <Section title={t('notices.activeTribes')}>
        {memberships.isPending && <RowsSkeleton rows={2} />}
        {memberships.isError && (
          <ErrorState
            error={memberships.error}
            fallback={t('notices.tribesFailed')}
            onRetry={() => void memberships.refetch()}
            className="py-6"
          />
        )}
        {memberships.isSuccess && active.length === 0 && (
          <p className="text-fg-muted text-small">{t('notices.noChats')}</p>
        )}
        <ActiveTribes tribes={active} />
      </Section>
      {pending.length > 0 && (
        <Section title={t('notices.pending')}>
          <PendingTribes tribes={pending} />
        </Section>
      )}
    </>
  );
}
