import { useQuery } from '@tanstack/react-query';
import {
  DoorClosed,
  FileText,
  FileX,
  GraduationCap,
  Heart,
  HeartOff,
  MessageCircle,
  MessageCircleOff,
  Target,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { usePagedQuery } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { InfiniteList } from '../../ui/infinite-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type LedgerEntry, ledgerQuery, pointsQuery } from './api.ts';

/** Loaded lazily: the code of a select is larger than the rest of the ledger. */
const TribeFilter = lazyComponent(async () => (await import('./tribe-filter.tsx')).TribeFilter);

interface LedgerPartProps {
  tribeId: number | null;
  onChoose: (tribeId: number | null) => void;
}

/** The ledger: the reasons for the viewer's points, the newest entry first. */
export function LedgerPart({ tribeId, onChoose }: LedgerPartProps) {
  const { t } = useTexts('members');
  const { data: tribes = [] } = useQuery(pointsQuery);
  return (
    <section aria-labelledby="levels-ledger" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="levels-ledger" className="font-bold text-title">
          {t('levels.why')}
        </h2>
        <div className="w-60 max-w-full">
          <LazyPart fallback={<Skeleton className="h-12 w-full rounded-md" />}>
            <TribeFilter tribes={tribes} tribeId={tribeId} onChoose={onChoose} />
          </LazyPart>
        </div>
      </div>
      <LedgerList tribeId={tribeId} tribeNames={new Map(tribes.map((of) => [of.tribeId, of.tribeName]))} />
    </section>
  );
}

interface LedgerListProps {
  tribeId: number | null;
  tribeNames: ReadonlyMap<number, string>;
}

function LedgerList({ tribeId, tribeNames }: LedgerListProps) {
  const { t } = useTexts('members');
  const { items: entries, query: ledger } = usePagedQuery(ledgerQuery(tribeId));
  if (ledger.isPending) return <LedgerSkeleton />;
  if (ledger.isError && entries.length === 0) {
    return <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />;
  }
  if (entries.length === 0) {
    // A tribe of which the viewer was never a member may not exist.
    const isMine = tribeId !== null && tribeNames.has(tribeId);
    return (
      <EmptyState
        title={t('levels.noPoints')}
        text={t('levels.noPointsText')}
        action={
          <ButtonLink to={isMine ? paths.tribe(tribeId) : paths.tribes} variant="primary">
            {t(isMine ? 'levels.toTribe' : 'ui.seeTribes')}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ul className="overflow-hidden rounded-lg bg-surface shadow-card">
      <InfiniteList query={ledger} skeleton={<Skeleton className="m-4 h-10" />}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} tribeName={tribeNames.get(entry.tribeId)} />
        ))}
      </InfiniteList>
    </ul>
  );
}

interface LimitLineProps {
  points: number;
  limit: NonNullable<LedgerEntry['limit']>;
}

const ICONS: Record<LedgerEntry['cause'], ReactNode> = {
  post: <FileText />,
  comment: <MessageCircle />,
  like: <Heart />,
  post_removed: <FileX />,
  comment_removed: <MessageCircleOff />,
  like_removed: <HeartOff />,
  tribe_removed: <DoorClosed />,
  challenge: <Target />,
  challenge_removed: <Target />,
  level_test: <GraduationCap />,
};

function Entry({ entry, tribeName }: { entry: LedgerEntry; tribeName: string | undefined }) {
  const { t } = useTexts('members');
  const gained = entry.points > 0;
  const words = t(`levels.cause.${entry.cause}`);
  return (
    <li className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-full bg-hover text-fg-muted [&_svg]:size-5"
      >
        {ICONS[entry.cause]}
      </span>
      <span className="grid min-w-0 grow grid-cols-1 leading-tight">
        {entry.postId === null || entry.cause === 'post_removed' ? (
          <span>{words}</span>
        ) : (
          <Link
            to={paths.post(entry.postId, entry.tribeId)}
            className="focus-ring inline-block rounded-xs py-0.5 hover:underline"
          >
            {words}
          </Link>
        )}
        <span className="truncate text-caption text-fg-faint">
          {tribeName && `${tribeName} · `}
          <RelativeTime value={entry.createdAt} />
        </span>
        {entry.limit && <LimitLine points={entry.points} limit={entry.limit} />}
      </span>
      <span className={cx('tabular shrink-0 font-bold font-display', gained ? 'text-moss' : 'text-fg-faint')}>
        <Points entry={entry} />
      </span>
    </li>
  );
}

/** The points that the cause gave or took, or those withheld when it gave none. */
function Points({ entry: { points, limit } }: { entry: LedgerEntry }) {
  const { t } = useTexts('members');
  const format = useFormat();
  if (points === 0 && limit)
    return (
      <span className="text-small">
        {t('levels.withheld', { count: limit.withheld, shown: format.number(limit.withheld) })}
      </span>
    );
  return points < 0 ? `−${Math.abs(points)}` : `+${points}`;
}

/** Why the cause gave fewer points than it was worth. */
function LimitLine({ points, limit: { kind, max, withheld } }: LimitLineProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  return (
    <span className="text-caption text-fg-muted">
      {t(`levels.limit.${kind}`, { full: format.number(points + withheld), max: format.number(max) })}
    </span>
  );
}

function LedgerSkeleton() {
  return (
    <Loading className="grid gap-5 rounded-lg bg-surface p-4 shadow-card">
      {['w-40', 'w-52', 'w-36', 'w-48'].map((width) => (
        <div key={width} className="flex items-center gap-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className={cx('h-3.5', width)} />
            <Skeleton className="h-3 w-28" />
          </div>
          <Skeleton className="h-4 w-8" />
        </div>
      ))}
    </Loading>
  );
}
