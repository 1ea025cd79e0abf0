import { useTexts } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { ChallengeItem } from './challenge-item.tsx';
import type { ChallengeState, Level, Progress, Tribe } from './path-api.ts';

export interface LevelStepProps {
  tribe: Tribe;
  level: Level;
  /** The viewer's level; 0 for people who are not members. */
  mine: number;
  progress: Progress | undefined;
  /** Shown to moderators as others see it: nothing can be sent. */
  isPreview?: boolean | undefined;
}

/** One level of the path: name, requirements, rewards, and the viewer's progress. */
export function LevelStep({ as = 'li', ...props }: LevelStepProps & { as?: 'li' | 'div' }) {
  const { level, mine } = props;
  const { t } = useTexts('challenges');
  const { order, name } = level;
  return (
    <Card
      as={as}
      className={cx('grid grid-cols-1 gap-3 p-4 sm:p-5', mine > 0 && order === mine + 1 && 'outline-2 outline-ember')}
    >
      <div className="flex items-center gap-3.5">
        <LevelNumber order={order} isReached={order <= mine} />
        <h3 className="prose-safe min-w-0 grow font-bold text-body">
          <span className="sr-only">{t('challenges.order', { order })}: </span>
          {name}
        </h3>
      </div>
      <LevelBody {...props} />
    </Card>
  );
}

export function LevelNumber({ order, isReached }: { order: number; isReached: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-full font-bold font-display',
        isReached ? 'bg-ember text-on-ember' : 'bg-hover text-fg-muted',
      )}
    >
      {order}
    </span>
  );
}

/** A level's description, requirements, rewards and challenges. */
export function LevelBody({ tribe, level, mine, progress, isPreview }: LevelStepProps) {
  const { t } = useTexts('challenges');
  const { order, description, challenges, minScore, rewardPoints } = level;
  const isOpen = mine > 0 && order <= mine + 1 && !hasLevelsByRole(progress);
  const states = statesOf(progress);
  const passed = countPassed(level, progress);
  const challengeCount = challenges.length;
  return (
    <>
      <div className="grid grid-cols-1 gap-1">
        {description && <p className="prose-safe text-pretty text-fg-muted text-small">{description}</p>}
        <p className="text-fg-muted text-small">
          {challengeCount > 0
            ? `${t('challenges.asks', { count: challengeCount, score: minScore })} · ${t('challenges.gives', { points: rewardPoints })}`
            : t(order === 1 ? 'challenges.begin' : 'challenges.asksNothing')}
        </p>
      </div>
      {isOpen && challengeCount > 0 && (
        <div className="grid gap-1.5">
          <span className="text-caption text-fg-muted">
            {t('challenges.have', { passed, required: challengeCount })}
          </span>
          <ProgressBar
            label={t('challenges.have', { passed, required: challengeCount })}
            value={passed / challengeCount}
          />
        </div>
      )}
      {challengeCount > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {challenges.map((challenge) => (
            <ChallengeItem
              key={challenge.id}
              tribe={tribe}
              challenge={challenge}
              state={states.get(challenge.id)}
              isOpen={isOpen}
              isPreview={isPreview}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** The viewer's states by challenge. */
export const statesOf = (progress: Progress | undefined): ReadonlyMap<string, ChallengeState> =>
  new Map(progress?.challenges.map((state) => [state.challengeId, state]));

/** Whether the viewer has the levels as the owner, without progress towards them. */
export const hasLevelsByRole = (progress: Progress | undefined): boolean => progress?.member.role === 'owner';

/** Returns the number of challenges of a level that the viewer has passed. */
export function countPassed({ challenges }: Level, progress: Progress | undefined): number {
  const passed = new Set(
    progress?.challenges.filter(({ state }) => state === 'passed').map(({ challengeId }) => challengeId),
  );
  return challenges.filter(({ id }) => passed.has(id)).length;
}
