import { describe, expect, test } from '@jest/globals';
import { requiredOf } from '@tribus/kit/core/settings.ts';
import type { Keys } from '../one/keys.ts';
import { environmentOf, gatewayPlan, processes, upstreamAddresses, type Wiring } from '../one/services.ts';
import { definitionOf, definitions, readAs } from './definitions.ts';

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

/** What system.ts makes where the operator sets nothing, beside examples and random secrets. */
const keys: ReadonlySet<string> = new Set<keyof Keys>(['JWT_PRIVATE_KEY', 'JWT_PUBLIC_KEYS']);
/** No settings: made by system.ts from what it starts. */
const made = [
  'NATS_URL',
  'BLOBS_DIR',
  'MAIL_DIR',
  'POSTGRES_URL',
  'MONGODB_URL',
  'REDIS_URL',
  'PORT',
  'HTTP_PORT_SHARED',
];

describe.each(definitions.map(({ name }) => name))('%s', (name) => {
  const told = {
    ...environmentOf(definitionOf(name), wiring, {}),
    ...(name === gatewayPlan.name && upstreamAddresses(wiring)),
  };

  test('reads all that it is handed on', () => {
    const { asked } = readAs(name, told);
    expect(Object.keys(told).filter((variable) => !asked.has(variable))).toEqual([]);
  });

  test('is handed on all that it reads', () => {
    const { asked } = readAs(name, told);
    const known = new Set([...Object.keys(told), ...made]);
    expect([...asked].filter((variable) => !known.has(variable))).toEqual([]);
  });

  test('declares exactly what it reads, with a sentence on each', () => {
    const { variables } = definitionOf(name);
    const { asked } = readAs(name, told);
    const withoutObjectStore = readAs(name, { ...told, S3_ENDPOINT: '' }).asked;
    expect(variables.map((variable) => variable.name).sort()).toEqual(
      [...new Set([...asked, ...withoutObjectStore])].sort(),
    );
    for (const variable of variables)
      expect([variable.name, variable.about]).toEqual([variable.name, expect.stringMatching(/^[A-Z`].{10,}\.$/s)]);
  });

  test('cannot do without nothing that nobody gives it', () => {
    const needed = requiredOf(definitionOf(name).variables).filter(({ example, random }) => !(example || random));
    expect(needed.map((variable) => variable.name).filter((variable) => !keys.has(variable))).toEqual([]);
  });
});
