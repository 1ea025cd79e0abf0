import type { Topology } from '../one/system.ts';
import { type BenchData, seedBenchData } from './bench-data.ts';
import { runLoad } from './load.ts';
import { median } from './median.ts';
import { type Scene, scenes } from './scenes.ts';
import { type OwnSystem, ownCheckout, startBenchSystem } from './test-system.ts';

/** Ratios of this checkout to the other one, one for each round. */
export interface Ratios {
  least: number;
  median: number;
  most: number;
}

/** Processor time of the server for one request, in milliseconds. */
export interface ComparisonRow {
  name: string;
  title: string;
  /** Median of the other checkout's rounds, until the last response. */
  other: number;
  current: number;
  /** CPU per request until the last response. */
  answer: Ratios;
  /** CPU per request until the events caused by the requests are handled. */
  whole: Ratios;
  errors: number;
}

export interface ComparisonOptions {
  topology: Topology;
  /** Folder of the other checkout. */
  against: string;
  /** Duration of each run. */
  seconds: number;
  /** Rounds of each row; each round measures both checkouts, one right after the other. */
  runs: number;
  wants: (name: string) => boolean;
  report: (progress: string) => void;
}

interface Side {
  url: string;
  own: OwnSystem;
  data: BenchData;
  /** Number of requests of the scene so far. */
  index: number;
}

interface Cost {
  answer: number;
  whole: number;
  errors: number;
}

const connections = 50;

/**
 * Measures two checkouts in turns in one session, so that other load on the machine affects both alike. Both systems
 * stay up for the whole time; the idle one costs little.
 */
export async function measureComparison(options: ComparisonOptions): Promise<ComparisonRow[]> {
  const systems: { close(): Promise<void> }[] = [];
  const close = async () => void (await Promise.all(systems.splice(0).map((system) => system.close())));
  process.once('SIGINT', () => void close().finally(() => process.exit(130)));
  const start = async (checkout: string): Promise<Side> => {
    options.report(`starting the system of ${checkout}`);
    const system = await startBenchSystem({ topology: options.topology, checkout });
    systems.push(system);
    return { ...system, data: await seedBenchData(system.url), index: 0 };
  };
  try {
    const sides = { other: await start(options.against), current: await start(ownCheckout) };
    const rows: ComparisonRow[] = [];
    for (const scene of scenes.filter(({ name }) => options.wants(name)))
      rows.push(await compareScene(scene, sides, options));
    return rows;
  } finally {
    await close();
  }
}

async function compareScene(
  scene: Scene,
  { other, current }: { other: Side; current: Side },
  { seconds, runs, report }: ComparisonOptions,
): Promise<ComparisonRow> {
  report(scene.title);
  const rounds: { other: Cost; current: Cost }[] = [];
  for (const side of [other, current]) await measureCost(scene, side, Math.min(3, seconds));
  for (let round = 0; round < runs; round++) {
    // The first measurement of a round starts on the state that the other left: the checkouts alternate in going first.
    const order = round % 2 === 0 ? [other, current] : [current, other];
    const costs = new Map<Side, Cost>();
    for (const side of order) costs.set(side, await measureCost(scene, side, seconds));
    const [otherCost, currentCost] = [costs.get(other), costs.get(current)];
    if (otherCost && currentCost) rounds.push({ other: otherCost, current: currentCost });
  }
  return {
    name: scene.name,
    title: scene.title,
    other: median(rounds.map((round) => round.other.answer)),
    current: median(rounds.map((round) => round.current.answer)),
    answer: toRatios(rounds.map((round) => round.current.answer / round.other.answer)),
    whole: toRatios(rounds.map((round) => round.current.whole / round.other.whole)),
    errors: rounds.reduce((sum, round) => sum + round.other.errors + round.current.errors, 0),
  };
}

async function measureCost(scene: Scene, side: Side, seconds: number): Promise<Cost> {
  const { own, url, data } = side;
  await own.untilIdle();
  const before = own.usages().server.cpuSeconds;
  const figures = await runLoad({ stage: { url, close: async () => undefined }, connections, seconds }, () =>
    scene.request(data, side.index++),
  );
  const answered = own.usages().server.cpuSeconds;
  await own.untilIdle();
  const idleCpuSeconds = own.usages().server.cpuSeconds;
  const { answers, errors } = figures;
  return {
    answer: ((answered - before) / answers) * 1000,
    whole: ((idleCpuSeconds - before) / answers) * 1000,
    errors,
  };
}

const toRatios = (ratios: readonly number[]): Ratios => ({
  least: Math.min(...ratios),
  median: median(ratios),
  most: Math.max(...ratios),
});
