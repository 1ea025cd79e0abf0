import { type UseInfiniteQueryResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { ApiError, isNotFound, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { activeOf, type Membership, membershipsQuery } from '../../lib/shared-queries.ts';
import { local } from '../../lib/storage.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useModalState } from '../../ui/modal-link.tsx';
import { NotFoundState } from '../../ui/not-found-state.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TribeGlyph } from '../../ui/tribe-glyph.tsx';
import { isVibe, vibesQuery } from './api.ts';
import { chooseTribe, lastTribeKey, readTribeId } from './chosen-tribe.ts';
import { VibesFeed } from './vibes-feed.tsx';
import { VibesHeader } from './vibes-header.tsx';

/** On a desktop a vibe is a tall card in the middle; on a phone it fills the screen. */
const stageClass =
  'relative h-full overflow-hidden [container-type:size] [--stage-h:calc(100cqh-3rem)] [--stage-w:100%] lg:[--stage-w:min(100%,calc(var(--stage-h)*9/16))]';

/** `/vibes-feed?tribeId=&highlight=`: the vibes of one of my tribes. */
export function VibesPage() {
  const { t } = useTexts('vibes');
  useTitle(t('vibes.title'));
  const [query, setQuery] = useSearchParams();
  const memberships = useQuery(membershipsQuery);
  const tribes = activeOf(memberships.data ?? []);
  const tribeId = chooseTribe(readTribeId(query.get('tribeId')), readTribeId(local.read(lastTribeKey)), tribes);
  const { items, query: feed } = usePagedQuery({ ...vibesQuery(tribeId ?? 0), enabled: tribeId !== null });
  const vibes = items.filter(isVibe);

  useEffect(() => {
    if (tribeId !== null) local.write(lastTribeKey, String(tribeId));
  }, [tribeId]);

  const exists = tribes.some(({ tribe }) => tribe.id === tribeId) || feed.isSuccess || isForbidden(feed.error);
  const choose = (id: number) => setQuery({ tribeId: String(id) }, { replace: true });
  return (
    <div className={stageClass}>
      <h1 className="sr-only">{t('vibes.title')}</h1>
      <VibesHeader tribes={tribes} chosen={tribeId} onChoose={choose} linked={exists} overPicture={vibes.length > 0} />
      {tribeId === null ? (
        <NoTribe memberships={memberships} onChoose={choose} />
      ) : vibes.length === 0 ? (
        <NoVibes feed={feed} tribeId={tribeId} />
      ) : (
        <VibesFeed
          key={tribeId}
          vibes={vibes}
          highlight={query.get('highlight')}
          hasMore={feed.hasNextPage}
          loading={feed.isFetching}
          onMore={() => void feed.fetchNextPage()}
          onRefresh={() => void feed.refetch()}
        />
      )}
    </div>
  );
}

interface NoTribeProps {
  memberships: UseQueryResult<Membership[]>;
  onChoose: (tribeId: number) => void;
}

function NoTribe({ memberships, onChoose }: NoTribeProps) {
  const { t } = useTexts('vibes');
  if (memberships.isPending) return <VibesLoading />;
  return (
    <Middle>
      {memberships.isError ? (
        <ErrorState error={memberships.error} onRetry={() => void memberships.refetch()} />
      ) : (
        <EmptyState
          title={t('vibes.chooseTitle')}
          text={t('vibes.chooseText')}
          action={activeOf(memberships.data).map(({ tribe }) => (
            <Button key={tribe.id} icon={<TribeGlyph id={tribe.id} size={24} />} onClick={() => onChoose(tribe.id)}>
              {tribe.name}
            </Button>
          ))}
        />
      )}
    </Middle>
  );
}

interface NoVibesProps {
  feed: UseInfiniteQueryResult;
  tribeId: number;
}

/** Loading, failed, or empty. */
function NoVibes({ feed, tribeId }: NoVibesProps) {
  const { t } = useTexts('vibes');
  const modalState = useModalState();
  if (feed.isPending) return <VibesLoading />;
  if (feed.isError) return <VibesFailed feed={feed} tribeId={tribeId} />;
  return (
    <Middle>
      <EmptyState
        title={t('vibes.empty')}
        text={t('vibes.emptyText')}
        action={
          <>
            <ButtonLink to={paths.createModal(tribeId)} state={modalState} variant="primary">
              {t('vibes.create')}
            </ButtonLink>
            <Button loading={feed.isFetching} onClick={() => void feed.refetch()}>
              {t('ui.retry')}
            </Button>
          </>
        }
      />
    </Middle>
  );
}

/** The tribe exists, and its vibes are for members. */
const isForbidden = (error: unknown) => error instanceof ApiError && error.status === 403;

function VibesFailed({ feed, tribeId }: NoVibesProps) {
  const { t } = useTexts('vibes');
  const { error } = feed;
  const text = t('vibes.failed', { error: messageOf(error, t('vibes.unknown')) });
  return (
    <Middle>
      {isForbidden(error) ? (
        <EmptyState
          title={t('vibes.forbidden')}
          action={
            <ButtonLink to={paths.tribe(tribeId)} variant="primary">
              {t('vibes.toTribe')}
            </ButtonLink>
          }
        />
      ) : isNotFound(error) ? (
        <NotFoundState level={2} error={error} title={text} to={paths.tribes} label={t('ui.seeTribes')} />
      ) : (
        <ErrorState error={null} fallback={text} onRetry={() => void feed.refetch()} />
      )}
    </Middle>
  );
}

function Middle({ children }: { children: ReactNode }) {
  return <div className="grid h-full place-items-center overflow-y-auto pt-16">{children}</div>;
}

function VibesLoading() {
  const { t } = useTexts('vibes');
  return (
    <div role="status" className="grid h-full place-items-center">
      <div className="relative h-full w-(--stage-w) lg:h-(--stage-h)">
        <Skeleton className="absolute inset-0 rounded-none lg:rounded-xl" />
        <p className="absolute inset-0 grid place-items-center font-display font-semibold text-fg-muted">
          {t('vibes.loading')}
        </p>
      </div>
    </div>
  );
}

/** `/vibes-feed/{tribeId}`: redirects the legacy address. */
export function LegacyVibes() {
  const id = readTribeId(useParams().tribeId ?? null);
  return <Navigate to={paths.vibes(id ?? undefined)} replace />;
}
