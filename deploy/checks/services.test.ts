import { describe, expect, test } from '@jest/globals';
import { environmentOf, gatewayPlan, plan, processes, upstreamAddresses, type Wiring } from '../one/services.ts';
import { readAs } from './configuration.ts';

/**
 * What `npm start` hands on to each process against what the process reads, in both directions: a setting that nobody
 * reads promises an operator what it does not do, and one that is not handed on cannot be set.
 */

/** Every setting is set, so that all that can be handed on is. */
const settings = new Proxy<Record<string, string>>({}, { get: (_, name) => `value of ${String(name)}` });

const wiring: Wiring = {
  host: '127.0.0.1',
  ports: new Map(processes.map(({ name }, index) => [name, { http: index, grpc: index, ops: index }])),
  settings,
  common: {},
};

/** No settings: made by system.ts from what it starts. */
const made = [
  'INTERNAL_TOKEN_SECRET',
  'NATS_URL',
  'BLOBS_DIR',
  'POSTGRES_URL',
  'MONGODB_URL',
  'REDIS_URL',
  'PORT',
  'HTTP_PORT_SHARED',
];
/** Told to all, though one process has no calls and two hear no events. */
const forMost = ['GRPC_PORT', 'NATS_TLS'];

describe.each(processes)('$name', (service) => {
  const told = {
    ...environmentOf(service, wiring, {}),
    ...(service === gatewayPlan && upstreamAddresses(wiring)),
  };

  test('reads all that the plan hands on to it', async () => {
    const { asked } = await readAs(service.name, told);
    expect(Object.keys(told).filter((name) => !asked.has(name) && !forMost.includes(name))).toEqual([]);
  });

  test('is handed on all that it reads', async () => {
    const { asked } = await readAs(service.name, told);
    const known = new Set([...Object.keys(told), ...made]);
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
  });
});

test('every process of the plan is looked at', () => {
  expect(processes).toHaveLength(plan.length + 1);
});
