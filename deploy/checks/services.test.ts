import { describe, expect, test } from '@jest/globals';
import { selectRequired } from '@tribus/kit/core/settings.ts';
import type { Keys } from '../one/keys.ts';
import { buildEnvironment, gatewayPlan, processes, upstreamAddresses, type Wiring } from '../one/services.ts';
import { definitionOf, definitions, readAs } from './definitions.ts';

/**
 * Compares the variables that `npm start` passes to each process with the variables the process reads, in both
 * directions: one that is not read has no effect, and one that is not passed cannot be set.
 */

/** Every setting is set, so that all can be passed on. */
const settings = new Proxy<Record<string, string>>({}, { get: (_, name) => `value of ${String(name)}` });

const wiring: Wiring = {
  host: '127.0.0.1',
  ports: new Map(processes.map(({ name }, index) => [name, { http: index, grpc: index, ops: index }])),
  settings,
  common: {},
};

/** Keys that system.ts creates when the operator sets none, besides examples and random secrets. */
const keys: ReadonlySet<string> = new Set<keyof Keys>(['JWT_PRIVATE_KEY', 'JWT_PUBLIC_KEYS']);
/** Not settings: system.ts derives them from the processes it starts. */
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
  const passed = {
    ...buildEnvironment(definitionOf(name), wiring, {}),
    ...(name === gatewayPlan.name && upstreamAddresses(wiring)),
  };

  test('reads every variable that is passed to it', () => {
    const { read } = readAs(name, passed);
    expect(Object.keys(passed).filter((variable) => !read.has(variable))).toEqual([]);
  });

  test('gets every variable that it reads', () => {
    const { read } = readAs(name, passed);
    const known = new Set([...Object.keys(passed), ...made]);
    expect([...read].filter((variable) => !known.has(variable))).toEqual([]);
  });

  test('declares exactly the variables it reads, each with a description', () => {
    const { variables } = definitionOf(name);
    const { read } = readAs(name, passed);
    const withoutObjectStore = readAs(name, { ...passed, S3_ENDPOINT: '' }).read;
    expect(variables.map((variable) => variable.name).sort()).toEqual(
      [...new Set([...read, ...withoutObjectStore])].sort(),
    );
    for (const variable of variables)
      expect([variable.name, variable.about]).toEqual([variable.name, expect.stringMatching(/^[A-Z`].{10,}\.$/s)]);
  });

  test('requires no variable without an example, a random value or a created key', () => {
    const needed = selectRequired(definitionOf(name).variables).filter(({ example, random }) => !(example || random));
    expect(needed.map((variable) => variable.name).filter((variable) => !keys.has(variable))).toEqual([]);
  });
});
