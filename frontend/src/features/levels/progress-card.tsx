import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressRing } from '../../ui/progress.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { tribeStyle } from '../../ui/tribe-glyph.tsx';
import { tribePattern } from '../../ui/tribe-pattern.ts';
import { pointsQuery } from './api.ts';
import { useTribeLevelName } from './level-name.ts';
import { computeProgress } from './progress.ts';
import { ProgressLine } from './progress-line.tsx';

/** The viewer's level and progress in a tribe, by the tribe's level names, with a link to the ledger. */
export function ProgressCard({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const nameOf = useTribeLevelName(tribeId);
  const points = useQuery(pointsQuery);
  const ownPoints = points.data?.find((of) => of.tribeId === tribeId);
  if (points.isPending) return <ProgressSkeleton />;
  if (!ownPoints && points.isError) return <ErrorState error={points.error} onRetry={() => void points.refetch()} />;
  // Just after joining, the tribe is not in the list of points yet.
  if (!ownPoints) return null;
  return (
    <Card as="section" lifts aria-label={t('levels.yours')} className="p-4">
      <Link to={paths.pointsIn(tribeId)} className="focus-ring flex items-center gap-3.5 rounded-sm">
        <span className="tribe-hue" style={tribeStyle(tribePattern(tribeId))}>
          <ProgressRing label={t('levels.towards')} value={computeProgress(ownPoints).share} tribe size={60}>
            <span className="text-title">{ownPoints.level}</span>
          </ProgressRing>
        </span>
        <span className="grid min-w-0 grow grid-cols-1 gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-bold font-display">{nameOf(ownPoints.level)}</span>
            <span className="tabular shrink-0 text-caption text-fg-muted">
              {t('levels.points', { count: ownPoints.points, shown: format.number(ownPoints.points) })}
            </span>
          </span>
          <ProgressLine of={ownPoints} nameOf={nameOf} className="text-fg-faint text-small" />
        </span>
        <ChevronRight aria-hidden="true" className="-mr-1 size-5 shrink-0 text-fg-faint" />
      </Link>
    </Card>
  );
}

function ProgressSkeleton() {
  return (
    <Loading>
      <Card className="flex items-center gap-4 p-4">
        <Skeleton className="size-16 rounded-full" />
        <div className="grid grow gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-3.5 w-40" />
        </div>
      </Card>
    </Loading>
  );
}
