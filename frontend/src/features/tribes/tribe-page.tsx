import { homininiId } from '@limits/community';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isNotThere } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { tribeQuery } from '../../lib/shared-queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import type { Tribe } from './api.ts';
import { JoinButton } from './join-button.tsx';
import { PendingRequests } from './pending-requests.tsx';
import { TribeHero } from './tribe-hero.tsx';
import { WhoIsHere } from './who-is-here.tsx';

export interface TribePageProps {
  /** The tribe's posts; `level` is 0 for those who only read. */
  feed: (tribeId: number, level: number) => ReactNode;
  /** The member's progress. */
  progress: (tribeId: number) => ReactNode;
}

/** `/tools/tribes/{id}`: a tribe's header, feed and members. */
export function TribePage({ feed, progress }: TribePageProps) {
  const { id = '' } = useParams();
  const tribeId = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  const me = useMe();
  const tribe = useQuery(tribeQuery(tribeId));
  useTitle(tribe.data?.name ?? '');
  if (!me || tribe.isPending) return <TribeSkeleton />;
  if (tribe.isError && isNotThere(tribe.error)) return <NoSuchTribe error={tribe.error} />;
  if (tribe.isError) return <ErrorState error={tribe.error} onRetry={() => void tribe.refetch()} />;
  return <TribeView tribe={tribe.data} feed={feed} progress={progress} />;
}

function TribeView({ tribe, feed, progress }: TribePageProps & { tribe: Tribe }) {
  const { membership } = tribe;
  const active = membership?.status === 'active';
  return (
    <div className="mx-auto w-full max-w-6xl pb-16 lg:px-6 lg:pt-6">
      <TribeHero tribe={tribe} />
      <div className="mt-6 grid grid-cols-1 gap-6 px-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:px-0">
        <div className="min-w-0 lg:order-1">
          {tribe.canRead ? feed(tribe.id, active ? membership.levelOrder : 0) : <Locked tribe={tribe} />}
        </div>
        <aside className="grid grid-cols-1 content-start gap-5 max-lg:order-first lg:order-2">
          {tribe.canModerate && <PendingRequests tribeId={tribe.id} />}
          {active && progress(tribe.id)}
          {tribe.canRead && <WhoIsHere tribe={tribe} />}
        </aside>
      </div>
    </div>
  );
}

/** Shown to non-members instead of the feed, with the button to join. */
function Locked({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members');
  const pending = tribe.membership?.status === 'pending';
  return (
    <EmptyState
      icon={<Lock />}
      title={t(pending ? 'tribes.pendingTitle' : 'tribes.lockedTitle')}
      text={t(pending ? 'tribes.pendingText' : tribe.requiresApproval ? 'tribes.lockedAsk' : 'tribes.lockedJoin')}
      action={<JoinButton tribe={tribe} />}
    />
  );
}

function NoSuchTribe({ error }: { error: Error }) {
  const { t } = useTexts('members');
  return (
    <NotFoundState
      error={error}
      action={
        <ButtonLink to={paths.tribes} variant="primary">
          {t('ui.seeTribes')}
        </ButtonLink>
      }
    />
  );
}

function TribeSkeleton() {
  return (
    <Loading className="mx-auto w-full max-w-6xl lg:px-6 lg:pt-6">
      <Skeleton className="h-44 w-full rounded-none sm:h-64 lg:rounded-xl" />
      <div className="grid gap-4 px-4 pt-6 sm:px-6 lg:px-0">
        <Skeleton className="h-9 w-64" />
        <SkeletonText lines={2} className="max-w-xl" />
      </div>
    </Loading>
  );
}

/** `/hominini`: the public tribe, for visitors; members are redirected to its page. */
export function HomininiPage({ feed }: { feed: ReactNode }) {
  const { t } = useTexts('members');
  const me = useMe();
  useTitle('hominini');
  if (me) return <Navigate to={paths.tribe(homininiId)} replace />;
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-4 pt-6 pb-16 sm:px-6 lg:pt-12">
      <header className="grid gap-3">
        <h1 className="font-extrabold text-display">hominini</h1>
        <p className="text-pretty text-fg-muted">{t('tribes.homininiLead')}</p>
        <div className="flex flex-wrap gap-3 pt-2">
          <ButtonLink to={paths.register} variant="primary">
            {t('shell.register')}
          </ButtonLink>
          <ButtonLink to={paths.login}>{t('shell.login')}</ButtonLink>
        </div>
      </header>
      {feed}
    </div>
  );
}
