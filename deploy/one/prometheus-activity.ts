import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { processes } from './services.ts';
import { type Activity, activityMetrics, activityOf, type Sample } from './wait-until-idle.ts';

const askAgainMs = 200;
/** Targets are those of which anything was heard this long ago; scrapes come much more often. */
const heardWithin = '30s';
/** A scrape may be dated a little later than it began, so that its time is a round one. */
const datingSeconds = 0.05;

const Answer = z.object({ data: z.object({ result: z.unknown() }) });
const Time = z.tuple([z.number(), z.string()]);
const Series = z.object({
  metric: z.record(z.string(), z.string()),
  /** Of each scrape: its time in seconds and the value. */
  values: z.array(z.tuple([z.number(), z.string()])),
});
type Series = z.output<typeof Series>;

/** What one process said in one scrape. */
interface Scrape {
  service: string | undefined;
  samples: Sample[];
}

/** The processes of a system as its Prometheus sees them. */
export class PrometheusActivity {
  readonly #prometheus: string;
  readonly #giveUpAfterMs: number;

  constructor(prometheus: string, giveUpAfterMs = 20_000) {
    this.#prometheus = prometheus;
    this.#giveUpAfterMs = giveUpAfterMs;
  }

  /**
   * What the first scrapes say that began after the call, one of every target. Fails when a target is not to be
   * scraped, or when one of the planned processes is no target.
   */
  async look(): Promise<Activity> {
    const [since] = Time.parse(await this.#ask('time()'));
    const giveUp = Date.now() + this.#giveUpAfterMs;
    for (;;) {
      // What has come true while the machine stood still is seen: the last look begins after the limit.
      const isLastLook = Date.now() >= giveUp;
      const scrapes = scrapesAfter(since + datingSeconds, await this.#recent());
      const unheard = unheardOf(scrapes);
      if (unheard.length === 0) return activityOf([...scrapes.values()].flatMap((scrape) => scrape?.samples ?? []));
      if (isLastLook) throw new Error(`Prometheus at ${this.#prometheus} hears nothing of ${unheard.join(', ')}`);
      await delay(askAgainMs);
    }
  }

  /** As they were scraped: a plain query would date every value to the moment of the question. */
  async #recent(): Promise<Series[]> {
    const names = ['up', 'tribus_build_info', ...activityMetrics].join('|');
    return z.array(Series).parse(await this.#ask(`{__name__=~"${names}"}[${heardWithin}]`));
  }

  async #ask(query: string): Promise<unknown> {
    const url = `${this.#prometheus}/api/v1/query?${new URLSearchParams({ query })}`;
    const response = await fetch(url).catch((cause) => {
      throw new Error(`No Prometheus answers at ${this.#prometheus} (TEST_PROMETHEUS_URL)`, { cause });
    });
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`);
    return Answer.parse(await response.json()).data.result;
  }
}

/** The first scrape of each target after that time; undefined for one that was not scraped, or in vain. */
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
    samples: inIt.map(({ metric, value }) => ({ name: metric.__name__ ?? '', value })),
  };
}

function unheardOf(scrapes: ReadonlyMap<string, Scrape | undefined>): string[] {
  const targets = [...scrapes].filter(([, scrape]) => !scrape).map(([target]) => target);
  const heard = new Set([...scrapes.values()].map((scrape) => scrape?.service));
  return [...targets, ...processes.map(({ name }) => name).filter((name) => !heard.has(name))];
}
