import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { processes } from './services.ts';
import { type Activity, activityMetrics, activityOf, type Sample } from './wait-until-idle.ts';

const pollMs = 200;
/** Targets are those scraped within this range; scrapes come much more often. */
const targetRange = '30s';
/** A scrape may be dated a little after its start, because Prometheus aligns the time. */
const datingSeconds = 0.05;

const Answer = z.object({ data: z.object({ result: z.unknown() }) });
const Time = z.tuple([z.number(), z.string()]);
const Series = z.object({
  metric: z.record(z.string(), z.string()),
  /** Time in seconds and value of each scrape. */
  values: z.array(z.tuple([z.number(), z.string()])),
});
type Series = z.output<typeof Series>;

/** Samples of one process in one scrape. */
interface Scrape {
  service: string | undefined;
  samples: Sample[];
}

/** Activity of a system's processes, read from its Prometheus. */
export class PrometheusActivity {
  readonly #prometheus: string;
  readonly #timeoutMs: number;

  constructor(prometheus: string, timeoutMs = 20_000) {
    this.#prometheus = prometheus;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Returns the activity in the first scrape of every target that began after the call. Throws when a target cannot be
   * scraped, or when a planned process is no target.
   */
  async read(): Promise<Activity> {
    const [since] = Time.parse(await this.#query('time()'));
    const deadline = Date.now() + this.#timeoutMs;
    for (;;) {
      // The last poll begins after the limit, so that results from a pause of the machine are seen.
      const isLastPoll = Date.now() >= deadline;
      const scrapes = scrapesAfter(since + datingSeconds, await this.#recent());
      const missing = missingIn(scrapes);
      if (missing.length === 0) return activityOf([...scrapes.values()].flatMap((scrape) => scrape?.samples ?? []));
      if (isLastPoll) throw new Error(`Prometheus at ${this.#prometheus} has no scrape of ${missing.join(', ')}`);
      await delay(pollMs);
    }
  }

  /** Returns scraped values with their times: an instant query would date every value to the time of the query. */
  async #recent(): Promise<Series[]> {
    const names = ['up', 'tribus_build_info', ...activityMetrics].join('|');
    return z.array(Series).parse(await this.#query(`{__name__=~"${names}"}[${targetRange}]`));
  }

  async #query(query: string): Promise<unknown> {
    const url = `${this.#prometheus}/api/v1/query?${new URLSearchParams({ query })}`;
    const response = await fetch(url).catch((cause) => {
      throw new Error(`Prometheus unavailable at ${this.#prometheus} (TEST_PROMETHEUS_URL)`, { cause });
    });
    if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
    return Answer.parse(await response.json()).data.result;
  }
}

/** Returns the first scrape of each target after that time; undefined for a failed or missing one. */
function scrapesAfter(since: number, recent: readonly Series[]): Map<string, Scrape | undefined> {
  const byTarget = Map.groupBy(recent, ({ metric }) => `${metric.job} ${metric.instance}`);
  return new Map([...byTarget].map(([target, series]) => [target, firstScrape(since, series)]));
}

function firstScrape(since: number, series: readonly Series[]): Scrape | undefined {
  const up = series.find(({ metric }) => metric.__name__ === 'up');
  const [first] = up?.values.find(([time, value]) => time > since && value === '1') ?? [];
  if (first === undefined) return undefined;
  const inIt = series.flatMap(({ metric, values }) =>
    values.filter(([time]) => time === first).map(([, value]) => ({ metric, value: Number(value) })),
  );
  return {
    service: inIt.find(({ metric }) => metric.__name__ === 'tribus_build_info')?.metric.service,
    samples: inIt.map(({ metric: { __name__: name = '', ...labels }, value }) => ({
      name,
      labels: format(labels),
      value,
    })),
  };
}

const format = (labels: Record<string, string>): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;

function missingIn(scrapes: ReadonlyMap<string, Scrape | undefined>): string[] {
  const targets = [...scrapes].filter(([, scrape]) => !scrape).map(([target]) => target);
  const scraped = new Set([...scrapes.values()].map((scrape) => scrape?.service));
  return [...targets, ...processes.map(({ name }) => name).filter((name) => !scraped.has(name))];
}
