import { trueTimeLimits } from '@tribus/kit/testing/service.ts';
import { mountSmallDisk, type SmallDisk } from '@tribus/kit/testing/small-disk.ts';
import { succeeds } from '@tribus/kit/testing/until.ts';
import type { StoreName } from '../stores/stores.ts';
import { startTestSystem, type TestSystem } from '../system-tests/test-system.ts';
import { type DurationRow, Durations } from './durations.ts';
import { type Neighbours, neighboursIn, whileFrozen } from './stoppable-system.ts';

const killedMs = 30_000;
const restartedMs = 45_000;
const fullDiskMs = 90_000;
/** Space for the databases of all services and their logs. */
const diskMebibytes = 600;
const postsAtOnce = 8;
const rounds = 2;

/**
 * Measures recovery after a process was killed or a disk was full: until posts and messages are accepted, people can
 * sign in, and no work is pending.
 */
export async function measureRecovery(): Promise<DurationRow[]> {
  const disk = mountSmallDisk(diskMebibytes);
  const env = { ...trueTimeLimits, ...(disk && { DATA_DIR: `${disk.folder}/data` }) };
  const system = await startTestSystem({ topology: 'many', ownStores: true, env, supervision: quiet });
  try {
    const people = await neighboursIn(system);
    return [
      await measureService(system, people),
      await measureGateway(system, people),
      ...(await measureStores(system, people)),
      // Last, because a disk that was full is slower for a while.
      ...(disk ? [await measureFullDisk(disk, system, people)] : []),
    ];
  } finally {
    await system.close();
    disk?.remove();
  }
}

/** Restarts killed processes without a log line for each. */
const quiet = { log: () => undefined, giveUp: (line: string) => process.stderr.write(`${line}\n`) };

/** Writes a post and a message, which different stores save. */
async function writes({ author, tribeId }: Neighbours): Promise<boolean> {
  const messaged = author.post(`/tribes/${tribeId}/chat`, { content: 'otra vez' }).catch(() => undefined);
  const published = author.publish(tribeId, { content: 'otra vez' }).catch(() => undefined);
  return (await messaged)?.status === 201 && (await published) !== undefined;
}

const signsIn = ({ author }: Neighbours): Promise<boolean> => succeeds(() => author.signInAgain());

const isWorkedOff = (system: TestSystem): Promise<boolean> => succeeds(() => system.settled());

/** Kills a service whose events are pending in its outbox, because the broker is frozen. */
async function measureService(system: TestSystem, people: Neighbours): Promise<DurationRow> {
  const recovered = new Durations();
  const { author, tribeId } = people;
  for (let round = 0; round < rounds; round += 1) {
    await whileFrozen(system.system.stores.pidOf('nats'), async () => {
      const posts = Array.from({ length: postsAtOnce }, (_, index) => ({ content: `escrita ${round} ${index}` }));
      await Promise.all(posts.map((post) => author.publish(tribeId, post)));
      await system.system.service('content').kill();
    });
    const restarted = system.system.service('content').start();
    await recovered.measure(async () => (await writes(people)) && (await isWorkedOff(system)));
    await restarted;
  }
  return recovered.row('recovery-service', 'service killed with events in its outbox, until all are handled', killedMs);
}

async function measureGateway(system: TestSystem, { author }: Neighbours): Promise<DurationRow> {
  const recovered = new Durations();
  const answers = () =>
    author.get('/auth/me').then(
      ({ status }) => status === 200,
      () => false,
    );
  for (let round = 0; round < rounds; round += 1) {
    await system.system.service('gateway').crash();
    await recovered.measure(answers);
  }
  return recovered.row('recovery-gateway', 'gateway killed, until it responds again', restartedMs);
}

/** One row for each store: their recovery times differ widely. */
async function measureStores(system: TestSystem, people: Neighbours): Promise<DurationRow[]> {
  const rows: DurationRow[] = [];
  for (const store of ['postgres', 'mongodb', 'nats', 'redis'] as const) {
    const recovered = new Durations();
    for (let round = 0; round < rounds; round += 1) {
      const killed = kill(system, store);
      const runs = () => system.system.stores.pidOf(store) !== killed;
      await recovered.measure(
        async () => runs() && (await writes(people)) && (await signsIn(people)) && (await isWorkedOff(system)),
      );
    }
    rows.push(recovered.row(`recovery-${store}`, `${store} killed, until everything works again`, restartedMs));
  }
  return rows;
}

/** Returns the process id: another process serves the store afterwards. */
function kill({ system }: TestSystem, store: StoreName): number {
  const pid = system.stores.pidOf(store);
  if (pid === undefined) throw new Error(`${store} does not run here`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Returns nothing when this user may not mount a disk. */
async function measureFullDisk(disk: SmallDisk, system: TestSystem, people: Neighbours): Promise<DurationRow> {
  const recovered = new Durations();
  disk.fill();
  // Until the stores fail: they use up their reserved space first.
  for (let attempts = 0; attempts < 100 && (await writes(people)); attempts += 1);
  disk.clear();
  await recovered.measure(async () => (await writes(people)) && (await isWorkedOff(system)));
  return recovered.row('recovery-disk', 'full disk with space again, until everything works again', fullDiskMs);
}
