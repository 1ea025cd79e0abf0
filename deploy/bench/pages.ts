import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import lighthouse, { type Result } from 'lighthouse';
import { findChromium } from '../tools/chromium.ts';
import { median } from './median.ts';
import { startBenchSystem } from './test-system.ts';

/** Lighthouse result of a page: a first visit on a mid-range phone with a slow mobile network. */
export interface PageRow {
  name: string;
  title: string;
  /** 0 to 100, the median of the runs. */
  scores: Record<Category, number>;
  /** Target of the performance score. */
  atLeast: number;
  /** First and largest contentful paint and total blocking time in simulated milliseconds, medians. */
  fcp: number;
  lcp: number;
  tbt: number;
  /** Layout shifts, the worst run. */
  cls: number;
  /** Bytes transferred, the median. */
  bytes: number;
  /** Audits that lowered one of the other scores in any run. */
  imperfect: string[];
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

export const perfectScore = 100;
export const maxLayoutShift = 0.05;
const runs = 3;
const launchWithinMs = 60_000;

const pages = [
  { name: 'web-home', path: '/', atLeast: 95 },
  { name: 'web-login', path: '/login', atLeast: 95 },
  { name: 'web-hominini', path: '/hominini', atLeast: 90 },
] as const;

/** Measures the pages that visitors open first, in a system with a little of the demo's data. */
export async function measurePages(): Promise<PageRow[]> {
  const system = await startBenchSystem({ topology: 'one', seed: 'short' });
  try {
    return await withBrowser(async (port) => {
      const rows: PageRow[] = [];
      for (const { path, ...page } of pages) {
        const results: Result[] = [];
        for (let run = 0; run < runs; run += 1) results.push(await visit(`${system.url}${path}`, port));
        rows.push({ ...page, title: path, ...summarize(results) });
      }
      return rows;
    });
  } finally {
    await system.close();
  }
}

/** Uses Lighthouse's defaults: a phone whose network and processor are simulated from the observed load. */
async function visit(url: string, port: number): Promise<Result> {
  const outcome = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] });
  if (!outcome) throw new Error(`Lighthouse has no result for ${url}`);
  const { runtimeError } = outcome.lhr;
  if (runtimeError) throw new Error(`Lighthouse failed at ${url}: ${runtimeError.message}`);
  return outcome.lhr;
}

function summarize(results: readonly Result[]): Omit<PageRow, 'name' | 'title' | 'atLeast'> {
  const values = (audit: string): number[] => results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  const score = (category: Category): number =>
    Math.round(median(results.map((result) => result.categories[category]?.score ?? 0)) * 100);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    fcp: median(values('first-contentful-paint')),
    lcp: median(values('largest-contentful-paint')),
    tbt: median(values('total-blocking-time')),
    cls: Math.max(...values('cumulative-layout-shift')),
    bytes: median(values('total-byte-weight')),
    imperfect: [...new Set(results.flatMap(imperfectAudits))],
  };
}

function imperfectAudits({ categories, audits }: Result): string[] {
  const others = Object.values(categories).filter(({ id }) => id !== 'performance');
  return others
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
}

/** Starts a browser with an empty profile while `work` runs; `work` receives its debugging port. */
async function withBrowser<T>(work: (port: number) => Promise<T>): Promise<T> {
  const { path, args, env } = await findChromium(process.env);
  const profile = await mkdtemp(join(tmpdir(), 'tribus-bench-browser-'));
  // A headless browser sends no Accept-Language by default.
  const flags = ['--remote-debugging-port=0', '--accept-lang=en-US,en', `--user-data-dir=${profile}`];
  const browser = spawn(path, [...args, ...flags], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(browser, 'exit');
  try {
    return await work(await debuggingPort(browser));
  } finally {
    browser.kill('SIGTERM');
    await exit;
    // Helper processes may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Returns the port that the browser prints on stderr once it listens. */
async function debuggingPort({ stderr }: ChildProcess): Promise<number> {
  if (!stderr) throw new Error('the error stream of the browser is not piped');
  const lines = createInterface({ input: stderr, signal: AbortSignal.timeout(launchWithinMs) });
  for await (const line of lines) {
    const [, port] = /^DevTools listening on ws:\/\/[^/]+:(\d+)\//.exec(line) ?? [];
    if (!port) continue;
    stderr.resume();
    return Number(port);
  }
  throw new Error('the browser did not start');
}
