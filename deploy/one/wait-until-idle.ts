const timeoutMs = 60_000;
/** Pauses between polls while work is pending: a poll delays every process. */
const [shortestPauseMs, longestPauseMs, growth] = [15, 120, 1.5];

/** Metrics of pending work, and of finished work. */
const waitingMetrics = ['outbox_pending', 'consumer_lag', 'jobs_under_way'];
const doneMetrics = ['outbox_published_total', 'consumer_processed_total', 'job_seconds_count'];
export const activityMetrics: readonly string[] = [...waitingMetrics, ...doneMetrics];

/** One value of a process's metrics. */
export interface Sample {
  name: string;
  /** As in the exposition format, with the service among them: `{service="media"}`. */
  labels: string;
  value: number;
}

/** Sums of one poll of all processes. */
export interface Activity {
  waiting: number;
  /** Which work is pending, for error messages. */
  pending: string[];
  done: number;
}

/** Resolves when no work is pending in the processes at these addresses, which are read at each poll. */
export const waitUntilIdle = (opsUrls: () => readonly string[]): Promise<void> =>
  waitUntilUnchanged(() => readPages(opsUrls()));

/**
 * Resolves when every outbox is empty, every consumer has caught up, no job is due, and no work was finished between
 * two polls (a handled event may emit another). A poll reads every process once, after it was called.
 */
export async function waitUntilUnchanged(poll: () => Promise<Activity>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let before: Activity | undefined;
  let pauseMs = shortestPauseMs;
  // Two polls begin after the limit, so that results from a pause of the machine are seen.
  for (let late = 0; late < 2; ) {
    if (Date.now() > deadline) late += 1;
    const now = await poll();
    if (now.waiting === 0 && before?.waiting === 0 && before.done === now.done) return;
    if (now.waiting > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * growth, longestPauseMs);
    }
    before = now;
  }
  throw new Error(
    `The system did not settle within ${timeoutMs / 1000} s: ${before?.waiting} items pending: ${before?.pending.join(', ')}`,
  );
}

export function activityOf(samples: readonly Sample[]): Activity {
  const of = (names: readonly string[]) => samples.filter(({ name }) => names.includes(name));
  const sum = (counted: readonly Sample[]) => counted.reduce((total, { value }) => total + countOf(value), 0);
  const waiting = of(waitingMetrics).filter(({ value }) => countOf(value) > 0);
  const pending = waiting.map(({ name, labels, value }) => `${name}${labels} ${value}`);
  return { waiting: sum(waiting), pending, done: sum(of(doneMetrics)) };
}

/** An unknown value (broker unavailable) counts as pending. */
const countOf = (value: number): number => (Number.isNaN(value) ? 1 : value);

/** Requested metrics: the count of a histogram comes with the histogram. */
const query = new URLSearchParams(
  activityMetrics.map((name): [string, string] => ['name[]', name.replace(/_count$/, '')]),
);

async function readPages(opsUrls: readonly string[]): Promise<Activity> {
  const pages = await Promise.all(opsUrls.map(async (url) => (await fetch(`${url}/metrics?${query}`)).text()));
  return activityOf(pages.flatMap(samplesOf));
}

const samplesOf = (page: string): Sample[] =>
  [...page.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels,
    value: Number(value),
  }));
