import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { succeeds } from '@tribus/kit/testing/until.ts';
import type { StoreName } from '../stores/stores.ts';
import { mountSmallDisk, type SmallDisk } from '../system-tests/small-disk.ts';
import { startTestSystem, type TestSystem } from '../system-tests/test-system.ts';
import { type Neighbours, neighboursIn, whileFrozen } from './away.ts';
import { type DurationRow, Durations } from './durations.ts';

const killedMs = 30_000;
const restartedMs = 45_000;
const fullDiskMs = 90_000;
/** Room for the databases of all services and their logs. */
const diskMebibytes = 600;
const postsAtOnce = 8;
const rounds = 2;

/**
 * How soon all is as before after something was killed, or its disk was full: posts and messages are taken, people sign
 * in, and nothing is left to be worked off.
 */
export async function measureRecovery(): Promise<DurationRow[]> {
  const disk = mountSmallDisk(diskMebibytes);
  const env = { ...trueTimeLimits, ...(disk && { DATA_DIR: `${disk.folder}/data` }) };
  const system = await startTestSystem({ topology: 'many', ownStores: true, env, news: quiet });
  try {
    const people = await neighboursIn(system);
    return [
      await measureService(system, people),
      await measureGateway(system, people),
      ...(await measureStores(system, people)),
      // The last one: what was filled is slower for a while.
      ...(disk ? [await measureFullDisk(disk, system, people)] : []),
    ];
  } finally {
    await system.close();
    disk?.remove();
  }
}

/** Told what died, so that it is started again. */
const quiet = { say: () => undefined, giveUp: (line: string) => process.stderr.write(`${line}\n`) };

/** Everything a person may write, each kept by another store. */
async function writes({ author, tribeId }: Neighbours): Promise<boolean> {
  const said = author.post(`/tribes/${tribeId}/chat`, { content: 'otra vez' }).catch(() => undefined);
  const published = author.publish(tribeId, { content: 'otra vez' }).catch(() => undefined);
  return (await said)?.status === 201 && (await published) !== undefined;
}

const signsIn = ({ author }: Neighbours): Promise<boolean> => succeeds(() => author.elsewhere());

const isWorkedOff = (system: TestSystem): Promise<boolean> => succeeds(() => system.settled());

/** Its events lie in its outbox, for the broker is frozen, when it is killed. */
async function measureService(system: TestSystem, people: Neighbours): Promise<DurationRow> {
  const back = new Durations();
  const { author, tribeId } = people;
  for (let round = 0; round < rounds; round += 1) {
    await whileFrozen(system.system.stores.pidOf('nats'), async () => {
      const wishes = Array.from({ length: postsAtOnce }, (_, index) => ({ content: `escrita ${round} ${index}` }));
      await Promise.all(wishes.map((wish) => author.publish(tribeId, wish)));
      await system.system.service('content').kill();
    });
    const restarted = system.system.service('content').start();
    await back.measure(async () => (await writes(people)) && (await isWorkedOff(system)));
    await restarted;
  }
  return back.row('recovery-service', 'service killed with events in its outbox, until all are worked off', killedMs);
}

async function measureGateway(system: TestSystem, { author }: Neighbours): Promise<DurationRow> {
  const back = new Durations();
  const answers = () =>
    author.get('/auth/me').then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let round = 0; round < rounds; round += 1) {
    await system.system.service('gateway').crash();
    await back.measure(answers);
  }
  return back.row('recovery-gateway', 'gateway killed, until it answers again', restartedMs);
}

/** One row for each: they take their time in very different ways. */
async function measureStores(system: TestSystem, people: Neighbours): Promise<DurationRow[]> {
  const rows: DurationRow[] = [];
  for (const store of ['postgres', 'mongodb', 'nats', 'redis'] as const) {
    const back = new Durations();
    for (let round = 0; round < rounds; round += 1) {
      const killed = kill(system, store);
      const runs = () => system.system.stores.pidOf(store) !== killed;
      await back.measure(
        async () => runs() && (await writes(people)) && (await signsIn(people)) && (await isWorkedOff(system)),
      );
    }
    rows.push(back.row(`recovery-${store}`, `${store} killed, until everything works again`, restartedMs));
  }
  return rows;
}

/** Returns which process it was: another one serves the store afterwards. */
function kill({ system }: TestSystem, store: StoreName): number {
  const pid = system.stores.pidOf(store);
  if (pid === undefined) throw new Error(`${store} does not run here`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Nothing where this user may mount no disk. */
async function measureFullDisk(disk: SmallDisk, system: TestSystem, people: Neighbours): Promise<DurationRow> {
  const back = new Durations();
  disk.fill();
  // Until the stores have noticed: what they had at hand is used up first.
  for (let asked = 0; asked < 100 && (await writes(people)); asked += 1);
  disk.clear();
  await back.measure(async () => (await writes(people)) && (await isWorkedOff(system)));
  return back.row('recovery-disk', 'full disk with space again, until everything works again', fullDiskMs);
}
