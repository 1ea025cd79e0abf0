import { type CsvCell, csvText } from '../../lib/csv.ts';
import type { useTexts } from '../../lib/i18n.ts';
import { saveBlob } from '../../lib/save-file.ts';
import type { Insight } from './api.ts';

type Rows = (readonly CsvCell[])[];
type Texts = ReturnType<typeof useTexts>['t'];

const DAY_KEYS = ['members', 'joined', 'left', 'active', 'posts', 'comments', 'reactions'] as const;

/** Saves the statistics as a CSV file, named after the tribe, or `tribus` for all of Tribus, and its days. */
export function saveInsight(insight: Insight, tribeName: string | undefined, t: Texts): void {
  const name = `${slugOf(tribeName ?? '') || 'tribus'}-${insight.from}-${insight.to}.csv`;
  saveBlob(new Blob([csvText(insightRows(insight, t))], { type: 'text/csv;charset=utf-8' }), name);
}

/** Lower-case letters and digits of any script, with hyphens between the words. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The days, then the retention, then the best posts; an empty row and a title between them. */
export const insightRows = ({ days, cohorts, bestPosts }: Insight, t: Texts): Rows => [
  ...dayRows(days, t),
  ...(cohorts.length > 0 ? [[], [t('insight.retention.title')], ...cohortRows(cohorts, t)] : []),
  ...(bestPosts.length > 0 ? [[], [t('insight.best.title')], ...postRows(bestPosts, t)] : []),
];

const dayRows = (days: Insight['days'], t: Texts): Rows => [
  [t('insight.file.day'), ...DAY_KEYS.map((key) => t(`insight.${key}`))],
  ...days.map((day) => [day.day, ...DAY_KEYS.map((key) => day[key])]),
];

/** A week that has not begun has an empty cell. */
function cohortRows(cohorts: Insight['cohorts'], t: Texts): Rows {
  const weeks = Array.from({ length: Math.max(...cohorts.map(({ active }) => active.length)) }, (_, after) => after);
  const heads = weeks.map((week) => (week === 0 ? t('insight.retention.sameWeek') : t('insight.file.after', { week })));
  return [
    [t('insight.retention.week'), t('insight.retention.joined'), t('insight.file.followed'), ...heads],
    ...cohorts.map(({ week, joined, followed, active }) => [
      week,
      joined,
      followed,
      ...weeks.map((after) => active[after] ?? ''),
    ]),
  ];
}

const postRows = (posts: Insight['bestPosts'], t: Texts): Rows => [
  [
    t('insight.file.day'),
    t('insight.file.tribe'),
    t('insight.file.author'),
    t('insight.file.text'),
    t('insight.reactions'),
    t('insight.comments'),
    t('insight.views'),
  ],
  ...posts.map(({ createdAt, tribe, user, content, counts }) => [
    createdAt.slice(0, 10),
    tribe.name,
    user.name,
    content,
    counts.reactions,
    counts.comments,
    counts.views,
  ]),
];
