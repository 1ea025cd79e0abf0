import { useQuery } from '@tanstack/react-query';
import { Flame } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useChangeParams } from '../../lib/address-params.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { configQuery } from '../../lib/tribe-levels.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { beginnersProgress } from './beginner.ts';
import { LevelArc } from './level-arc.tsx';
import { LevelLine } from './level-line.tsx';
import { hasLevelsByRole, LevelStep, type LevelStepProps } from './level-step.tsx';
import { MySubmissions } from './my-submissions.tsx';
import { type Level, type Progress, progressQuery, type Tribe } from './path-api.ts';

const LevelEditor = lazyComponent(async () => (await import('./level-editor.tsx')).LevelEditor);

/**
 * The views of the levels: the viewer's progress, or for moderators `?view=edit`, the editor, and `?view=preview`, a
 * preview as a new member.
 */
type View = 'mine' | 'edit' | 'preview';

function useView({ canModerate }: Tribe): [View, (next: View) => void] {
  const [query] = useSearchParams();
  const changeParams = useChangeParams();
  const asked = query.get('view');
  const shown = canModerate && (asked === 'edit' || asked === 'preview') ? asked : 'mine';
  const show = (next: View): void => changeParams({ view: next === 'mine' ? '' : next }, {});
  return [shown, show];
}

interface LevelsPartProps {
  tribe: Tribe;
  /** The number of posts above the member's level. */
  waiting?: ReactNode;
}

/** `/tools/tribes/{id}/levels`: the levels of a tribe, their requirements and the viewer's progress. */
export function LevelsPart({ tribe, waiting }: LevelsPartProps) {
  const [view, setView] = useView(tribe);
  return (
    <div className="grid grid-cols-1 gap-5">
      {tribe.canModerate && <Views shown={view} onShow={setView} />}
      <ShownView tribe={tribe} view={view} waiting={waiting} />
    </div>
  );
}

function ShownView({ tribe, view, waiting }: LevelsPartProps & { view: View }) {
  const isMember = tribe.membership?.status === 'active';
  const config = useQuery(configQuery(tribe.id));
  const progress = useQuery({ ...progressQuery(tribe.id), enabled: isMember });
  for (const { data, error, refetch } of [config, progress])
    if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const skeleton = view === 'edit' ? <StepSkeletons /> : <PathSkeleton />;
  if (!config.data || (isMember && progress.isPending)) return skeleton;
  const { levels } = config.data;
  if (view === 'edit')
    return (
      <LazyPart fallback={skeleton}>
        <LevelEditor tribe={tribe} config={config.data} />
      </LazyPart>
    );
  if (view === 'preview') return <Path tribe={tribe} levels={levels} progress={beginnersProgress(levels)} isPreview />;
  return <Path tribe={tribe} levels={levels} progress={progress.data} waiting={waiting} />;
}

function Views({ shown, onShow }: { shown: View; onShow: (view: View) => void }) {
  const { t } = useTexts('challenges');
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        {shown !== 'mine' && (
          <Button variant="ghost" size="sm" onClick={() => onShow('mine')}>
            {t('challenges.own')}
          </Button>
        )}
        <Button size="sm" onClick={() => onShow(shown === 'edit' ? 'preview' : 'edit')}>
          {t(shown === 'edit' ? 'challenges.preview' : 'challenges.edit')}
        </Button>
      </div>
      {shown === 'preview' && <p className="text-fg-muted text-small">{t('challenges.previewNote')}</p>}
    </div>
  );
}

interface PathProps {
  tribe: Tribe;
  levels: readonly Level[];
  /** Undefined for people who are not members. */
  progress: Progress | undefined;
  isPreview?: boolean;
  waiting?: ReactNode;
}

const columnsClass =
  'grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]';

/** The arc is above the levels on a phone, and beside them on a desktop. */
function Path({ tribe, levels, progress, isPreview, waiting }: PathProps) {
  const { t } = useTexts('challenges');
  const isDesk = useIsDesk();
  const ownLevel = progress?.member.levelOrder ?? 0;
  const isOwner = hasLevelsByRole(progress);
  const shared = { tribe, mine: ownLevel, progress, isPreview };
  if (levels.length === 0)
    return <EmptyState icon={<Flame />} title={t('challenges.noLevels')} text={t('challenges.noLevelsText')} />;
  const arc = <LevelArc levels={levels} mine={ownLevel} isOwner={isOwner} />;
  return (
    <div className={columnsClass}>
      {!isDesk && arc}
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">
        {ownLevel === 0 ? (
          <PathSection title={t('challenges.path')}>
            <ol className="grid grid-cols-1 gap-3">
              {levels.map((level) => (
                <LevelStep key={level.id} {...shared} level={level} />
              ))}
            </ol>
          </PathSection>
        ) : (
          <OwnPath levels={levels} isOwner={isOwner} {...shared} />
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-5 self-start lg:sticky lg:top-16">
        {isDesk && arc}
        {progress && (!isOwner || progress.lastSubs.length > 0) && <MySubmissions submissions={progress.lastSubs} />}
        {waiting}
      </div>
    </div>
  );
}

interface OwnPathProps extends Omit<LevelStepProps, 'level'> {
  levels: readonly Level[];
  isOwner: boolean;
}

/** The next step first; later and reached levels in short lines. An owner has no next step. */
function OwnPath({ levels, isOwner, ...shared }: OwnPathProps) {
  const { t } = useTexts('challenges');
  const { mine } = shared;
  const next = isOwner ? undefined : levels.find(({ order }) => order === mine + 1);
  const groups = isOwner
    ? [{ title: t('challenges.path'), of: levels }]
    : [
        { title: t('challenges.after'), of: levels.filter(({ order }) => order > mine + 1) },
        { title: t('challenges.behind'), of: levels.filter(({ order }) => order <= mine).toReversed() },
      ];
  return (
    <>
      {next ? (
        <PathSection title={t('challenges.nextOne')}>
          <LevelStep as="div" {...shared} level={next} />
        </PathSection>
      ) : (
        <p className="text-pretty text-fg-muted">{t(isOwner ? 'challenges.upOwner' : 'challenges.upTop')}</p>
      )}
      {groups.map(
        ({ title, of }) =>
          of.length > 0 && (
            <PathSection key={title} title={title}>
              <ol className="grid grid-cols-1 gap-2">
                {of.map((level) => (
                  <LevelLine key={level.id} {...shared} level={level} />
                ))}
              </ol>
            </PathSection>
          ),
      )}
    </>
  );
}

function PathSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="font-bold text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

function PathSkeleton() {
  return (
    <div className={columnsClass}>
      <Skeleton className="aspect-[66/25] w-full self-start rounded-xl lg:order-last" />
      <StepSkeletons />
    </div>
  );
}

function StepSkeletons() {
  return (
    <Loading className="grid grid-cols-1 content-start gap-4">
      {[1, 2, 3].map((each) => (
        <Card key={each} className="grid gap-2 p-4">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-4 w-60" />
        </Card>
      ))}
    </Loading>
  );
}
