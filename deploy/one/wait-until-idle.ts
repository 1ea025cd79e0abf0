const timeoutMs = 60_000;
/** Between two looks while something is under way: a look asks every process, which keeps it from that. */
const [shortestPauseMs, longestPauseMs, growth] = [15, 120, 1.5];

/** The metrics that tell of work that is still under way, and of work that was done. */
const waitingMetrics = ['outbox_pending', 'consumer_lag', 'jobs_under_way'];
const doneMetrics = ['outbox_published_total', 'consumer_processed_total', 'job_seconds_count'];
export const activityMetrics: readonly string[] = [...waitingMetrics, ...doneMetrics];

/** One value of a process's metrics. */
export interface Sample {
  name: string;
  value: number;
}

/** What one look at all processes says. */
export interface Activity {
  waiting: number;
  done: number;
}

/** Resolves when nothing is under way in the processes that show their metrics at these addresses, asked for at each look. */
export const waitUntilIdle = (opsUrls: () => readonly string[]): Promise<void> =>
  waitUntilUnchanged(() => readPages(opsUrls()));

/**
 * Resolves when every outbox is empty, every consumer has caught up, no job is due, and nothing was moved between two looks (an event
 * that is being applied may be about to emit another). A look reads every process once, after it was asked for.
 */
export async function waitUntilUnchanged(look: () => Promise<Activity>): Promise<void> {
  const giveUp = Date.now() + timeoutMs;
  let before: Activity | undefined;
  let pauseMs = shortestPauseMs;
  // Two looks begin after the limit, to be compared: what was done while the machine stood still is seen.
  for (let late = 0; late < 2; ) {
    if (Date.now() > giveUp) late += 1;
    const now = await look();
    if (now.waiting === 0 && before?.waiting === 0 && before.done === now.done) return;
    if (now.waiting > 0) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * growth, longestPauseMs);
    }
    before = now;
  }
  throw new Error(`The system did not settle within ${timeoutMs / 1000} s: ${before?.waiting} things still wait`);
}

export function activityOf(samples: readonly Sample[]): Activity {
  const sum = (names: readonly string[]) =>
    samples.filter(({ name }) => names.includes(name)).reduce((total, { value }) => total + countOf(value), 0);
  return { waiting: sum(waitingMetrics), done: sum(doneMetrics) };
}

/** What a process cannot tell (its broker is away) counts as work that waits. */
const countOf = (value: number): number => (Number.isNaN(value) ? 1 : value);

/** What a process is asked for: a count of a histogram comes with the rest of it. */
const asked = new URLSearchParams(
  activityMetrics.map((name): [string, string] => ['name[]', name.replace(/_count$/, '')]),
);

async function readPages(opsUrls: readonly string[]): Promise<Activity> {
  const pages = await Promise.all(opsUrls.map(async (url) => (await fetch(`${url}/metrics?${asked}`)).text()));
  return activityOf(pages.flatMap(samplesOf));
}

const samplesOf = (page: string): Sample[] =>
  [...page.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm)].map(([, name = '', value]) => ({ name, value: Number(value) }));
