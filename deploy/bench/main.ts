import { type BacklogRow, measureBacklogs, medianOf } from './backlog.ts';
import { type BenchData, seedBenchData } from './bench-data.ts';
import { measureComparison } from './comparison.ts';
import { measureDelivery } from './delivery.ts';
import type { DurationRow } from './durations.ts';
import { measureGrowth } from './growth.ts';
import { measureHomeFeed } from './home-feed.ts';
import { type IsolatedScene, isolatedScenes } from './isolated-scenes.ts';
import { type Figures, medianRun, runLoad } from './load.ts';
import { fillManyPosts } from './many-posts.ts';
import { type BenchOptions, readOptions, UsageError, usage } from './options.ts';
import type { PageRow } from './pages.ts';
import { comparisonText, type Report, type Row, toText } from './report.ts';
import { measureRevocation } from './revocation.ts';
import { feed, login, type Scene, scenes } from './scenes.ts';
import { measureSearch } from './search.ts';
import { type BenchSystem, type OwnSystem, startBenchSystem, useRunningSystem } from './test-system.ts';
import type { ConversionRow } from './video-conversion.ts';
import { measureYardstick } from './yardstick.ts';

/**
 * `npm run bench`: seeds data through the public API, drives the gateway over loopback with 50 connections, and prints
 * the figures of each kind of request. Bounded in time and in number; see options.ts.
 */
const connections = 50;
const warmUpSeconds = 3;
/** Reads that run concurrently with the logins. */
const readsBesideLogins = { connections: 10, rate: 100 };

async function main(options: BenchOptions): Promise<void> {
  const isolated = options.url ? [] : isolatedScenes.filter(({ name }) => wantsPart(options, name));
  const durations: DurationRow[] = [];
  const pages: PageRow[] = [];
  const conversions: ConversionRow[] = [];
  const report = wantsOnly(options, isolated)
    ? { topology: options.topology, rows: [], durations: [], pages: [] }
    : await measureStage(options);
  // Each runs alone: another running system would take processor time.
  for (const { title, measure } of isolated) {
    logProgress(title);
    const rows = await measure();
    durations.push(...(rows.durations ?? []));
    pages.push(...(rows.pages ?? []));
    conversions.push(...(rows.conversions ?? []));
  }
  const whole: Report = {
    ...report,
    durations: [...report.durations, ...durations.filter(({ name }) => wants(options, name))],
    pages: pages.filter(({ name }) => wants(options, name)),
    ...(conversions.length > 0 && { conversions }),
  };
  process.stdout.write(options.json ? `${JSON.stringify(whole, null, 2)}\n` : toText(whole));
}

async function compare(options: BenchOptions, against: string): Promise<void> {
  const rows = await measureComparison({
    ...options,
    against,
    wants: (name) => wants(options, name),
    report: logProgress,
  });
  process.stdout.write(options.json ? `${JSON.stringify(rows, null, 2)}\n` : comparisonText(against, rows));
}

async function measureStage(options: BenchOptions): Promise<Report> {
  const stage = options.url ? useRunningSystem(options.url) : await startBenchSystem({ topology: options.topology });
  process.once('SIGINT', () => void stage.close().finally(() => process.exit(130)));
  try {
    return await new Benchmark(stage, options).run();
  } finally {
    await stage.close();
  }
}

const wants = ({ only }: BenchOptions, name: string): boolean =>
  only.length === 0 || only.some((beginning) => name.startsWith(beginning));

/** Whether the options select a row whose name begins with that of the scene. */
const wantsPart = (options: BenchOptions, name: string): boolean =>
  wants(options, name) || options.only.some((beginning) => beginning.startsWith(`${name}-`));

/** Whether the options select no row of the system under load. */
const wantsOnly = ({ only }: BenchOptions, isolated: readonly IsolatedScene[]): boolean =>
  only.length > 0 && only.every((beginning) => isolated.some(({ name }) => beginning.split('-')[0] === name));

class Benchmark {
  readonly #stage: BenchSystem;
  readonly #options: BenchOptions;
  readonly #rows: Row[] = [];
  readonly #durations: DurationRow[] = [];

  constructor(stage: BenchSystem, options: BenchOptions) {
    this.#stage = stage;
    this.#options = options;
  }

  async run(): Promise<Report> {
    const { own } = this.#stage;
    const idle = this.#memoryMb();
    logProgress('Seeding 60 people, 200 posts, 700 comments, 850 reactions…');
    const data = await seedBenchData(this.#stage.url);
    await this.#waitUntilIdle();
    if (own && this.#wants('bare')) await this.#bareShape(own.stores.postgres);
    for (const scene of scenes) if (this.#wants(scene.name)) await this.#scene(scene, data);
    if (this.#wants(login.name)) await this.#logins(data);
    if (this.#wants('delivery')) await this.#delivery(data);
    if (this.#wants('revocation')) await this.#revocation(data);
    const afterLoad = this.#memoryMb();
    const backlog = own && this.#wants('backlog') ? await this.#backlog(own.stores) : undefined;
    const growth = own && this.#wants('growth') ? await this.#growth(data, own.stores.postgres) : undefined;
    const responses = own ? await this.#manyPosts(own.stores.postgres) : {};
    const coldStartMs = own && this.#wants('cold-start') ? await own.coldStart() : undefined;
    return {
      topology: this.#options.url ?? this.#options.topology,
      rows: this.#rows,
      durations: this.#durations,
      pages: [],
      ...(idle !== undefined && afterLoad !== undefined && { memory: { idle, afterLoad } }),
      ...(coldStartMs !== undefined && { coldStartMs }),
      ...(growth && { growth }),
      ...responses,
      ...(backlog && { backlog }),
    };
  }

  #wants(name: string): boolean {
    return wants(this.#options, name);
  }

  async #bareShape(postgres: string): Promise<void> {
    const { seconds, runs } = this.#options;
    logProgress('bare shape: express behind an express proxy, one keyset query');
    const figures = await measureYardstick(postgres, { connections, seconds }, runs);
    this.#rows.push({ name: 'bare', title: 'bare shape, for scale', figures });
  }

  async #scene(scene: Scene, data: BenchData): Promise<void> {
    logProgress(scene.title);
    let index = 0;
    const run = (seconds: number) =>
      runLoad({ stage: this.#stage, connections, seconds }, () => scene.request(data, index++));
    await run(Math.min(warmUpSeconds, this.#options.seconds));
    const figures = await this.#repeat(() => run(this.#options.seconds));
    this.#rows.push({ ...scene, figures, ...(await this.#waitUntilIdle()) });
  }

  async #logins(data: BenchData): Promise<void> {
    logProgress(login.title);
    let index = 0;
    const feedFigures: Figures[] = [];
    let idle: { idleAfterSeconds?: number } = {};
    const figures = await this.#repeat(async () => {
      const stage = this.#stage;
      const { seconds } = this.#options;
      const [logins, reads] = await Promise.all([
        runLoad({ stage, connections, seconds }, () => login.request(data, index++)),
        runLoad({ stage, seconds, ...readsBesideLogins }, () => feed.request(data, index++)),
      ]);
      feedFigures.push(reads);
      // Logins whose clients have left are still queued.
      idle = await this.#waitUntilIdle();
      return logins;
    });
    this.#rows.push({ ...login, figures, ...idle });
    const title = `feed during logins, ${readsBesideLogins.rate} a second`;
    this.#rows.push({ name: 'login-feed', title, p99: 300, figures: medianRun(feedFigures) });
  }

  async #delivery(data: BenchData): Promise<void> {
    logProgress('delivery to 500 listeners');
    const figures = await this.#repeat(() => measureDelivery(data));
    this.#rows.push({ name: 'delivery', title: 'delivery to 500 listeners', p99: 500, figures });
  }

  async #revocation(data: BenchData): Promise<void> {
    logProgress('revocations, until they are effective everywhere');
    this.#durations.push(...(await measureRevocation(data, this.#stage.own?.admin)));
  }

  async #growth(data: BenchData, postgres: string) {
    logProgress('the same page at 1,000 and at 200,000 posts');
    return measureGrowth(data, postgres);
  }

  async #manyPosts(postgres: string): Promise<Pick<Report, 'search' | 'home'>> {
    const [search, home] = [this.#wants('search'), this.#wants('home')];
    if (!search && !home) return {};
    const [{ url }, { posts: count }] = [this.#stage, this.#options];
    logProgress(`writing ${count} posts of 300 tribes`);
    const posts = await fillManyPosts(url, postgres, count);
    await this.#waitUntilIdle();
    if (search) logProgress('searches');
    const searched = search && (await measureSearch(url, posts));
    if (home) logProgress('the home feed');
    return { ...(searched && { search: searched }), ...(home && { home: await measureHomeFeed(url, posts) }) };
  }

  async #backlog(stores: OwnSystem['stores']): Promise<BacklogRow[]> {
    logProgress('a backlog of 10,000 events: likes, direct messages');
    const runs: BacklogRow[][] = [];
    for (let count = 0; count < this.#options.runs; count++) runs.push(await measureBacklogs(stores));
    return medianOf(runs);
  }

  async #repeat(run: () => Promise<Figures>): Promise<Figures> {
    const figures: Figures[] = [];
    for (let count = 0; count < this.#options.runs; count++) figures.push(await run());
    return medianRun(figures);
  }

  /** Waits until the system is idle: above all until the events of writes are handled. */
  async #waitUntilIdle(): Promise<{ idleAfterSeconds?: number }> {
    const { own } = this.#stage;
    if (!own) return {};
    return { idleAfterSeconds: await own.untilIdle() };
  }

  #memoryMb(): number | undefined {
    const { own } = this.#stage;
    return own && Math.round(own.usages().server.residentBytes / 1_000_000);
  }
}

/** Progress goes to stderr, the report to stdout. */
const logProgress = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) process.stdout.write(usage);
  else if (options.against !== undefined) await compare(options, options.against);
  else await main(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
