import { join } from 'node:path';
import { unique } from '@tribus/community/testing/factories.ts';
import { IdentityStub } from '@tribus/community/testing/identity-stub.ts';
import { MediaStub } from '@tribus/community/testing/media-stub.ts';
import type { Actor } from '@tribus/kit/core/actor.ts';
import { openPostgres } from '@tribus/kit/postgres/postgres.ts';
import { openServiceBench } from '@tribus/kit/testing/bench.ts';
import { runScheduled } from '@tribus/kit/testing/jobs.ts';
import { TestClock } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';
import { UserDeleted } from '@tribus/proto/identity/v1/events.ts';
import * as proto from '@tribus/proto/tribes/v1/events.ts';
import { TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';
import { CompiledQuery } from 'kysely';
import { tribesWith } from '../src/service.ts';
import type { TribesDb } from '../src/store/tables.ts';

const migrations = join(import.meta.dirname, '../migrations');

const events = Object.values(proto).filter((value) => '$type' in value);

/** Retry interval for media calls, shorter than in production. */
const retryMs = 100;

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** Tribes over real stores, with stubs of its peers; `latePostgres` as in `openServiceBench`. */
export async function openBench({ latePostgres = false } = {}) {
  const clock = new TestClock();
  const peers = { identity: new IdentityStub(), media: new MediaStub() };
  const bench = await openServiceBench(tribesWith({ retryMs }), { peers, events, clock, latePostgres });
  const rpc = bench.rpc(TribesServiceService);
  let database: ReturnType<typeof openPostgres<TribesDb>> | undefined;
  const db = async () => {
    database ??= openPostgres<TribesDb>(bench.peer, { url: bench.stores.env.POSTGRES_URL ?? '', migrations });
    return (await database).db;
  };
  const sql = async (text: string, params: readonly unknown[] = []): Promise<unknown[]> =>
    (await (await db()).executeQuery(CompiledQuery.raw(text, [...params]))).rows;
  const jobsDone = (): Promise<void> =>
    until(async () => (await sql('select from graphile_worker.jobs')).length === 0, 'all jobs are done');
  return {
    ...bench,
    ...peers,
    clock,
    postgresUrl: bench.stores.env.POSTGRES_URL,
    rpc,
    /** Runs a statement outside the service and returns its rows. */
    sql,
    /** Runs a concurrent transaction, which commits when `work` resolves. */
    async transaction(work: (run: (text: string) => Promise<unknown>) => Promise<void>): Promise<void> {
      const open = (await db()).transaction();
      await open.execute((tx) => work((text) => tx.executeQuery(CompiledQuery.raw(text))));
    },
    /** Resolves when no job is pending or running: all effects of earlier responses are complete. */
    jobsDone,
    /** Runs a scheduled job and waits until it is done. */
    runJob: async (name: string): Promise<void> => runScheduled(await db(), name),
    /** A second connection to the service's database. */
    db,
    /** Deletes an account and waits for all effects. */
    async removeUser({ id: userId }: Actor): Promise<void> {
      await bench.publish(UserDeleted, { userId });
      await jobsDone();
    },
    /** Creates a tribe, waits until media has its privacy, and returns its id. */
    async createTribe(owner: Actor, more: object = {}): Promise<number> {
      const { status, body } = await bench.service.as(owner).post('/tribes', { name: unique('Tribu'), ...more });
      if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`);
      const isKnown = async () => {
        const [tribe] = (await rpc.getTribes({ ids: [body.id] })).tribes;
        return tribe?.isPrivate ? peers.media.visibilities.has(`tribe:${body.id}`) : tribe?.picturesPublic === true;
      };
      await until(isKnown, 'media has the tribe');
      return body.id;
    },
    async join(tribeId: number, ...actors: Actor[]): Promise<void> {
      for (const actor of actors) {
        const { status, body } = await bench.service.as(actor).post(`/tribes/${tribeId}/join`);
        if (status !== 200) throw new Error(`not joined: ${JSON.stringify(body)}`);
      }
    },
  };
}
