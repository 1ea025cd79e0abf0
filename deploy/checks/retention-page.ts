import type { AnyRetention, Kept } from '@tribus/kit/core/retention.ts';
import type { Service } from '@tribus/kit/service/service.ts';

const intro = `# Retention

How long each service keeps what is in its tables and collections. Made by \`npm run settings\` from what the code
declares (\`store/retention.ts\` of each service, and of the kit for what every service has beside its own); a test
holds the two equal, and another finds every table of the schema in it. What is kept for a number of days is deleted by
the service within the hour after.
`;

/** The page of all tables, for operators and for whoever answers what is known of somebody. */
export function retentionPage(services: readonly Service[]): string {
  const keeping = services.filter(({ retention }) => Object.keys(retention).length > 0);
  const sections = keeping.map(({ name, retention }) => section(name, ownOf(retention, keeping)));
  return [intro, ...sections, section('Every service', commonOf(keeping))].join('\n');
}

type Row = readonly [string, Kept];

const isOfAll = (name: string, services: readonly Service[], kind: 'postgres' | 'mongodb'): boolean =>
  services.filter(({ stores }) => stores.includes(kind)).every(({ retention }) => name in retention);

const isCommon = (name: string, services: readonly Service[]): boolean =>
  isOfAll(name, services, 'postgres') || isOfAll(name, services, 'mongodb');

const ownOf = (retention: AnyRetention, services: readonly Service[]): Row[] =>
  Object.entries(retention).filter(([name]) => !isCommon(name, services));

function commonOf(services: readonly Service[]): Row[] {
  const all: AnyRetention = Object.assign({}, ...services.map(({ retention }) => retention));
  return Object.entries(all).filter(([name]) => isCommon(name, services));
}

const section = (title: string, rows: readonly Row[]): string =>
  [`## ${title}\n`, '| what | kept |', '|---|---|', ...rows.map(row), ''].join('\n');

const row = ([name, kept]: Row): string => `| \`${name}\` | ${sentence(kept)} |`;

function sentence(kept: Kept): string {
  if ('until' in kept)
    return kept.until.startsWith('never') ? kept.until.replace('never', 'for good') : `until ${kept.until}`;
  const by = kept.by ? ` (\`${kept.by}\`)` : '';
  return `${kept.days === 0 ? 'until' : `${spanOf(kept.days)} after`} \`${kept.since}\`${by}`;
}

function spanOf(days: number): string {
  if (days >= 1) return `${days} ${days === 1 ? 'day' : 'days'}`;
  const minutes = Math.round(days * 24 * 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
