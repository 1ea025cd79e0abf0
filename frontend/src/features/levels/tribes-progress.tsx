import { useQuery } from '@tanstack/react-query';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { TribeGlyph, tribeStyle } from '../../ui/tribe-glyph.tsx';
import { tribePattern } from '../../ui/tribe-pattern.ts';
import { pointsQuery, type TribePoints } from './api.ts';
import { useOwnLevelName } from './level-name.ts';
import { computeProgress } from './progress.ts';
import { ProgressLine } from './progress-line.tsx';

interface TribesProgressProps {
  chosen: number | null;
  onChoose: (tribeId: number | null) => void;
}

/** Each of my tribes with my level there; choosing one filters the ledger by it. */
export function TribesProgress({ chosen, onChoose }: TribesProgressProps) {
  const { t } = useTexts('members');
  const points = useQuery(pointsQuery);
  const tribes = [...(points.data ?? [])].sort((a, b) => b.points - a.points);
  return (
    <section aria-labelledby="levels-tribes" className="min-w-0">
      <h2 id="levels-tribes" className="mb-3 flex min-h-12 items-center font-bold text-title">
        {t('levels.byTribe')}
      </h2>
      {points.isPending && <TribesSkeleton />}
      {points.isError && tribes.length === 0 && (
        <ErrorState error={points.error} onRetry={() => void points.refetch()} />
      )}
      {points.isSuccess && tribes.length === 0 && (
        <EmptyState
          title={t('levels.noTribes')}
          text={t('levels.noTribesText')}
          action={
            <ButtonLink to={paths.tribes} variant="primary">
              {t('levels.findTribe')}
            </ButtonLink>
          }
        />
      )}
      <ul className="grid grid-cols-1 gap-2">
        {tribes.map((of) => (
          <li key={of.tribeId}>
            <TribeLine
              of={of}
              chosen={of.tribeId === chosen}
              onChoose={() => onChoose(of.tribeId === chosen ? null : of.tribeId)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TribeLineProps {
  of: TribePoints;
  chosen: boolean;
  onChoose: () => void;
}

function TribeLine({ of, chosen, onChoose }: TribeLineProps) {
  const { t } = useTexts('members');
  const format = useFormat();
  const ownName = useOwnLevelName();
  const nameOf = (level: number) => ownName(of.tribeId, level);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      style={tribeStyle(tribePattern(of.tribeId))}
      className={cx(
        'tribe-hue pressable focus-ring flex w-full items-center gap-4 rounded-lg p-4 text-left shadow-card',
        chosen ? 'bg-raised outline-2 outline-tribe' : 'bg-surface hover:bg-raised',
      )}
    >
      <TribeGlyph id={of.tribeId} size={48} />
      <span className="grid min-w-0 grow grid-cols-1 gap-1.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-bold font-display">{of.tribeName}</span>
          <span className="tabular shrink-0 text-caption text-fg-muted">{format.number(of.points)}</span>
        </span>
        <ProgressBar label={t('levels.towards')} value={computeProgress(of).share} tribe />
        <span className="flex flex-wrap justify-between gap-x-3 text-caption text-fg-faint">
          <span className="text-tribe-text">{nameOf(of.level)}</span>
          <ProgressLine of={of} nameOf={nameOf} />
        </span>
      </span>
    </button>
  );
}

function TribesSkeleton() {
  return (
    <Loading className="grid gap-2">
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
    </Loading>
  );
}
