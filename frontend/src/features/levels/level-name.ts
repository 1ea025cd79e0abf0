import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { configQuery } from '../../lib/tribe-levels.ts';

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

/** The tribe's name of a level; its number while loading, and when the tribe has no such level. */
export function useTribeLevelName(tribeId: number): (level: number) => string {
  const { t } = useTexts('members');
  const { data } = useQuery(configQuery(tribeId));
  return (level) => data?.levels.find(({ order }) => order === level)?.name ?? t('shell.level', { level });
}
