import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import type { Bus } from '../events/broker.ts';
import type { Postgres } from '../postgres/postgres.ts';
import { BrokerProbe } from './broker.ts';
import type { TestStores } from './stores.ts';
import { type ProcessContext, startProcess, type ThingsDb, thingsStores } from './things.ts';

/** Stores and a broker per test file; a process with an empty database per test. */
export interface ThingsBench {
  readonly stores: TestStores;
  readonly broker: BrokerProbe;
  readonly ctx: ProcessContext;
  readonly postgres: Postgres<ThingsDb>;
  readonly bus: Bus;
}

/**
 * Registers hooks that open and close the stores, broker and process of a test file. The properties return those of the
 * current test: read them while a test runs, do not destructure them.
 *
 * @param service name of the service whose process is started
 * @param options.withStream makes the stream of things before each test, as a consumer needs it; a relay makes its own
 */
export function openThingsBench(service: string, { withStream = false } = {}): ThingsBench {
  let stores: TestStores;
  let broker: BrokerProbe;
  let started: Awaited<ReturnType<typeof startProcess>>;

  beforeAll(async () => {
    stores = await thingsStores();
    broker = await BrokerProbe.open(stores.env.NATS_URL);
  });
  afterAll(async () => {
    broker.close();
    await stores.drop();
  });
  beforeEach(async () => {
    started = await startProcess(service, broker, stores);
    if (withStream) await started.bus.stream('THINGS');
  });
  afterEach(() => started.ctx.close());

  return {
    get stores() {
      return stores;
    },
    get broker() {
      return broker;
    },
    get ctx() {
      return started.ctx;
    },
    get postgres() {
      return started.postgres;
    },
    get bus() {
      return started.bus;
    },
  };
}
