import type { BacklogRow } from './backlog.ts';
import type { ComparisonRow } from './comparison.ts';
import type { DurationRow } from './durations.ts';
import type { GrowthRow } from './growth.ts';
import type { Figures } from './load.ts';
import { maxLayoutShift, type PageRow, perfectScore } from './pages.ts';
import type { ResponseRow } from './response-times.ts';
import type { ConversionRow } from './video-conversion.ts';

/** Target on two cores shared with the generator, topology `one`. */
export interface Target {
  atLeast?: number;
  p99?: number;
}

export interface Row extends Target {
  name: string;
  title: string;
  figures: Figures;
  /** Seconds until the system was idle afterwards. */
  idleAfterSeconds?: number;
}

export interface Report {
  topology: string;
  rows: Row[];
  /** Memory of the system's processes without stores, in MB. */
  memory?: { idle: number; afterLoad: number };
  coldStartMs?: number;
  growth?: GrowthRow[];
  search?: ResponseRow[];
  home?: ResponseRow[];
  backlog?: BacklogRow[];
  durations: DurationRow[];
  pages: PageRow[];
  conversions?: ConversionRow[];
}

const memoryTargetMb = 450;
const coldStartTargetMs = 4_000;
const growthTarget = 1.3;
const backlogTarget = 3_000;

/** Formats the report as text; ✓ and ✗ mark whether a target was reached. */
export function toText({
  topology,
  rows,
  memory,
  coldStartMs,
  growth,
  search,
  home,
  backlog,
  durations,
  pages,
  conversions,
}: Report): string {
  const table = rows.length > 0 ? alignColumns([head, ...rows.map(toCells)]) : [];
  return [
    `topology ${topology}`,
    ...table,
    ...(memory
      ? [
          '',
          `memory of the server: ${memory.idle} MB idle, ${memory.afterLoad} MB after load (≤ ${memoryTargetMb} ${mark(memory.afterLoad <= memoryTargetMb)})`,
        ]
      : []),
    ...(coldStartMs === undefined
      ? []
      : [
          `cold start: ${(coldStartMs / 1000).toFixed(1)} s (≤ ${coldStartTargetMs / 1000} ${mark(coldStartMs <= coldStartTargetMs)})`,
        ]),
    ...(growth ? ['', ...alignColumns([growthHead, ...growth.map(growthCells)])] : []),
    ...(search ? ['', ...alignColumns([responseHead('search'), ...search.map(responseCells)])] : []),
    ...(home ? ['', ...alignColumns([responseHead('home feed'), ...home.map(responseCells)])] : []),
    ...(backlog ? ['', ...alignColumns([backlogHead, ...backlog.map(backlogCells)])] : []),
    ...(durations.length > 0 ? ['', ...alignColumns([durationHead, ...durations.map(durationCells)])] : []),
    ...(conversions ? ['', ...alignColumns([conversionHead, ...conversions.map(conversionCells)])] : []),
    ...(pages.length > 0 ? ['', ...alignColumns([pageHead, ...pages.map(pageCells)])] : []),
    '',
  ].join('\n');
}

const head = [
  '',
  'per s',
  'target',
  'p50 ms',
  'p99 ms',
  'bytes',
  'errors',
  'cpu server',
  'ms each',
  'stores',
  'generator',
  'idle after s',
];

function toCells({ title, figures, atLeast, p99, idleAfterSeconds }: Row): string[] {
  const { perSecond, bytes, errors, cpu } = figures;
  const targets = [
    ...(atLeast ? [`≥ ${atLeast} ${mark(perSecond >= atLeast)}`] : []),
    ...(p99 ? [`p99 ≤ ${p99} ${mark(figures.p99 <= p99)}`] : []),
  ];
  const share = (value: number | undefined) => (value === undefined ? '' : `${Math.round(value * 100)} %`);
  return [
    title,
    perSecond.toFixed(perSecond < 100 ? 1 : 0),
    targets.join(', '),
    figures.p50.toFixed(0),
    figures.p99.toFixed(0),
    bytes > 0 ? bytes.toFixed(0) : '',
    String(errors),
    share(cpu?.server),
    cpu && perSecond > 0 ? ((cpu.server / perSecond) * 1000).toFixed(2) : '',
    share(cpu?.stores),
    share(cpu?.generator),
    idleAfterSeconds === undefined ? '' : idleAfterSeconds.toFixed(0),
  ];
}

/** Formats a comparison as text. A ratio below 1 means that this checkout needs less. */
export function comparisonText(against: string, rows: readonly ComparisonRow[]): string {
  return [
    `this checkout compared with ${against}`,
    ...alignColumns([comparisonHead, ...rows.map(comparisonCells)]),
    '',
  ].join('\n');
}

const comparisonHead = ['cpu ms a request', 'other', 'this', 'ratio', 'of rounds', 'with events', 'errors'];

const comparisonCells = ({ title, other, current, answer, whole, errors }: ComparisonRow): string[] => [
  title,
  other.toFixed(2),
  current.toFixed(2),
  `× ${answer.median.toFixed(3)}`,
  `${answer.least.toFixed(2)}–${answer.most.toFixed(2)}`,
  `× ${whole.median.toFixed(3)} (${whole.least.toFixed(2)}–${whole.most.toFixed(2)})`,
  String(errors),
];

const growthHead = ['one after another', 'p50 ms', `ratio (≤ ${growthTarget})`];

const responseHead = (what: string): string[] => [what, 'p50 ms', 'ratio', 'p95 ms', 'target', 'p99 ms'];

const responseCells = ({ title, p50, p95, p99, ratio, atMost }: ResponseRow): string[] => [
  title,
  p50.toFixed(1),
  `× ${ratio.toFixed(2)}`,
  p95.toFixed(1),
  atMost === undefined ? '' : `≤ ${atMost} ${mark(p95 <= atMost)}`,
  p99.toFixed(1),
];

const growthCells = ({ title, p50, ratio }: GrowthRow): string[] => [
  title,
  p50.toFixed(2),
  `${ratio.toFixed(2)} ${mark(ratio <= growthTarget)}`,
];

const backlogHead = ['event backlog of 10,000', 'applied per s', 'target', 'cpu µs an event: service', 'stores'];

const backlogCells = ({ title, perSecond, cpuMicros }: BacklogRow): string[] => [
  title,
  perSecond.toFixed(0),
  `≥ ${backlogTarget} ${mark(perSecond >= backlogTarget)}`,
  cpuMicros.service.toFixed(0),
  cpuMicros.stores.toFixed(0),
];

const durationHead = ['how long it takes', 'times', 'median ms', 'worst ms', 'target', 'missed'];

const durationCells = ({ title, count, median, worst, atMost, missed }: DurationRow): string[] => [
  title,
  String(count),
  median.toFixed(0),
  worst.toFixed(0),
  `≤ ${atMost.toFixed(0)} ${mark(missed === 0 && worst <= atMost)}`,
  String(missed),
];

const conversionHead = ['conversion', 'times', 'ffmpeg alone ms', 'as a job ms', 'ratio'];

const conversionCells = ({ title, count, alone, asJob, ratio, atMost }: ConversionRow): string[] => [
  title,
  String(count),
  alone.toFixed(0),
  asJob.toFixed(0),
  `${ratio.toFixed(3)} (≤ ${atMost} ${mark(ratio <= atMost)})`,
];

const pageHead = ['first visit', 'performance', 'others', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'KB', 'not perfect'];

const pageCells = ({ title, scores, atLeast, fcp, lcp, tbt, cls, bytes, imperfect }: PageRow): string[] => {
  const { performance, ...others } = scores;
  const lowest = Math.min(...Object.values(others));
  return [
    title,
    `${performance} (≥ ${atLeast} ${mark(performance >= atLeast)})`,
    `${lowest} (${perfectScore} ${mark(lowest === perfectScore)})`,
    fcp.toFixed(0),
    lcp.toFixed(0),
    tbt.toFixed(0),
    `${cls.toFixed(3)} (≤ ${maxLayoutShift} ${mark(cls <= maxLayoutShift)})`,
    (bytes / 1000).toFixed(0),
    imperfect.join(' '),
  ];
};

const mark = (reached: boolean): string => (reached ? '✓' : '✗');

/** Pads columns to their widest cell; words to the left, figures to the right. */
function alignColumns(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
