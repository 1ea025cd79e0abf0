import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { ownLevelsQuery } from './api.ts';

const names = {
  1: 'levels.name.1',
  2: 'levels.name.2',
  3: 'levels.name.3',
  4: 'levels.name.4',
  5: 'levels.name.5',
} as const;

const isNamed = (level: number): level is keyof typeof names => level in names;

/** The name of a level: Principiante to Guru, past that its number (part 2, section 3, Level). */
export function useLevelName(): (level: number) => string {
  const { t } = useTexts('members');
  return (level) => (isNamed(level) ? t(names[level]) : t('shell.level', { level }));
}

/**
 * The name that a tribe has given to a level, for the viewer's level and the next one of each of their tribes; the
 * number of any other level, and while loading.
 */
export function useOwnLevelName(): (tribeId: number, level: number) => string {
  const { t } = useTexts('members');
  const { data } = useQuery(ownLevelsQuery);
  return (tribeId, level) =>
    data?.find((of) => of.tribeId === tribeId && of.order === level)?.name ?? t('shell.level', { level });
}

/** The tribe's name of a level; its number while loading, and when the tribe has no such level. */
export function useTribeLevelName(tribeId: number): (level: number) => string {
  const { t } = useTexts('members');
  const { data } = useQuery(configQuery(tribeId));
  return (level) => data?.levels.find(({ order }) => order === level)?.name ?? t('shell.level', { level });
}
