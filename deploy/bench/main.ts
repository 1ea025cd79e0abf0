import { type ApartScene, apartScenes } from './apart.ts';
import { type BacklogRow, measureBacklogs, medianOf } from './backlog.ts';
import { measureComparison } from './comparison.ts';
import { type BenchData, seedBenchData } from './crowd.ts';
import { measureDelivery } from './delivery.ts';
import type { DurationRow } from './durations.ts';
import { measureGrowth } from './growth.ts';
import { type Figures, medianRun, runLoad } from './load.ts';
import { type BenchOptions, readOptions, UsageError, usage } from './options.ts';
import type { PageRow } from './pages.ts';
import { comparisonText, type Report, type Row, toText } from './report.ts';
import { measureRevocation } from './revocation.ts';
import { feed, login, type Scene, scenes } from './scenes.ts';
import { type BenchSystem, type OwnSystem, startBenchSystem, useRunningSystem } from './test-system.ts';
import { measureYardstick } from './yardstick.ts';

/**
 * `npm run bench`: seeds a data through the public API, drives the gateway over loopback with 50 connections, and prints
 * what each kind of request comes to. Bounded in time and in number; see options.ts.
 */
const connections = 50;
const warmUpSeconds = 3;
/** Beside the logins, people go on reading. */
const readersBesideLogins = { connections: 10, rate: 100 };

async function main(options: BenchOptions): Promise<void> {
  const apart = options.url ? [] : apartScenes.filter(({ name }) => wantsPart(options, name));
  const durations: DurationRow[] = [];
  const pages: PageRow[] = [];
  const report = wantsOnly(options, apart)
    ? { topology: options.topology, rows: [], durations: [], pages: [] }
    : await measureStage(options);
  // Each by itself: a system beside it would take its share of the machine.
  for (const { title, measure } of apart) {
    say(title);
    const rows = await measure();
    durations.push(...(rows.durations ?? []));
    pages.push(...(rows.pages ?? []));
  }
  const whole: Report = {
    ...report,
    durations: [...report.durations, ...durations.filter(({ name }) => wants(options, name))],
    pages: pages.filter(({ name }) => wants(options, name)),
  };
  process.stdout.write(options.json ? `${JSON.stringify(whole, null, 2)}\n` : toText(whole));
}

async function compare(options: BenchOptions, against: string): Promise<void> {
  const rows = await measureComparison({ ...options, against, wants: (name) => wants(options, name), report: say });
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

/** Whether a row is wanted whose name begins with that of the scene. */
const wantsPart = (options: BenchOptions, name: string): boolean =>
  wants(options, name) || options.only.some((beginning) => beginning.startsWith(`${name}-`));

/** Whether nothing is wanted of the system that is put under load. */
const wantsOnly = ({ only }: BenchOptions, apart: readonly ApartScene[]): boolean =>
  only.length > 0 && only.every((beginning) => apart.some(({ name }) => beginning.split('-')[0] === name));

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
    say('Seeding 60 people, 200 posts, 700 comments, 850 reactions…');
    const data = await seedBenchData(this.#stage.url);
    await this.#calm();
    if (own && this.#wants('bare')) await this.#bareShape(own.stores.postgres);
    for (const scene of scenes) if (this.#wants(scene.name)) await this.#scene(scene, data);
    if (this.#wants(login.name)) await this.#logins(data);
    if (this.#wants('delivery')) await this.#delivery(data);
    if (this.#wants('revocation')) await this.#revocation(data);
    const afterLoad = this.#memoryMb();
    const backlog = own && this.#wants('backlog') ? await this.#backlog(own.stores) : undefined;
    const growth = own && this.#wants('growth') ? await this.#growth(data, own.stores.postgres) : undefined;
    const coldStartMs = own && this.#wants('cold-start') ? await own.coldStart() : undefined;
    return {
      topology: this.#options.url ?? this.#options.topology,
      rows: this.#rows,
      durations: this.#durations,
      pages: [],
      ...(idle !== undefined && afterLoad !== undefined && { memory: { idle, afterLoad } }),
      ...(coldStartMs !== undefined && { coldStartMs }),
      ...(growth && { growth }),
      ...(backlog && { backlog }),
    };
  }

  #wants(name: string): boolean {
    return wants(this.#options, name);
  }

  async #bareShape(postgres: string): Promise<void> {
    const { seconds, runs } = this.#options;
    say('bare shape: express behind an express proxy, one keyset query');
    const figures = await measureYardstick(postgres, { connections, seconds }, runs);
    this.#rows.push({ name: 'bare', title: 'bare shape, for scale', figures });
  }

  async #scene(scene: Scene, data: BenchData): Promise<void> {
    say(scene.title);
    let index = 0;
    const run = (seconds: number) =>
      runLoad({ stage: this.#stage, connections, seconds }, () => scene.ask(data, index++));
    await run(Math.min(warmUpSeconds, this.#options.seconds));
    const figures = await this.#repeat(() => run(this.#options.seconds));
    this.#rows.push({ ...scene, figures, ...(await this.#calm()) });
  }

  async #logins(data: BenchData): Promise<void> {
    say(login.title);
    let index = 0;
    const reading: Figures[] = [];
    let calm: { calmAfter?: number } = {};
    const figures = await this.#repeat(async () => {
      const stage = this.#stage;
      const { seconds } = this.#options;
      const [logins, readers] = await Promise.all([
        runLoad({ stage, connections, seconds }, () => login.ask(data, index++)),
        runLoad({ stage, seconds, ...readersBesideLogins }, () => feed.ask(data, index++)),
      ]);
      reading.push(readers);
      // Logins that nobody waits for any more still stand in the queue.
      calm = await this.#calm();
      return logins;
    });
    this.#rows.push({ ...login, figures, ...calm });
    const title = `feed meanwhile, ${readersBesideLogins.rate} a second`;
    this.#rows.push({ name: 'login-feed', title, p99: 300, figures: medianRun(reading) });
  }

  async #delivery(data: BenchData): Promise<void> {
    say('delivery to 500 listeners');
    const figures = await this.#repeat(() => measureDelivery(data));
    this.#rows.push({ name: 'delivery', title: 'delivery to 500 listeners', p99: 500, figures });
  }

  async #revocation(data: BenchData): Promise<void> {
    say('what ended, until nobody believes it');
    this.#durations.push(...(await measureRevocation(data, this.#stage.own?.admin)));
  }

  async #growth(data: BenchData, postgres: string) {
    say('the same page at 1,000 and at 200,000 posts');
    return measureGrowth(data, postgres);
  }

  async #backlog(stores: OwnSystem['stores']): Promise<BacklogRow[]> {
    say('a backlog of 10,000 events: likes, direct messages');
    const runs: BacklogRow[][] = [];
    for (let count = 0; count < this.#options.runs; count++) runs.push(await measureBacklogs(stores));
    return medianOf(runs);
  }

  async #repeat(run: () => Promise<Figures>): Promise<Figures> {
    const figures: Figures[] = [];
    for (let count = 0; count < this.#options.runs; count++) figures.push(await run());
    return medianRun(figures);
  }

  /** Waits until the system has worked off what it was given: events of writes above all. */
  async #calm(): Promise<{ calmAfter?: number }> {
    const { own } = this.#stage;
    if (!own) return {};
    return { calmAfter: await own.becomeCalm() };
  }

  #memoryMb(): number | undefined {
    const { own } = this.#stage;
    return own && Math.round(own.usages().server.residentBytes / 1_000_000);
  }
}

/** Progress goes beside the report. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

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
