import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { selectRequired, toVariableName } from '@tribus/kit/core/settings.ts';
import { parse } from 'yaml';
import { plan, processes } from '../one/services.ts';
import { definitions, readAs } from './definitions.ts';

interface ComposeService {
  image: string;
  extends?: { file: string; service: string };
  environment?: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  ports?: string[];
  networks: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  build?: { args?: { WORKSPACE: string } };
  depends_on?: Record<string, { condition: string }>;
}

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const compose: { services: Record<string, ComposeService>; networks: Record<string, { internal?: boolean } | null> } =
  parse(text, { merge: true });
const settings = readFileSync(join(root, 'deploy', 'settings.yaml'), 'utf8');
const required: { services: Record<string, { environment: Record<string, string> }> } = parse(settings);
/** As compose merges `extends`: the service's own entries win. */
for (const service of Object.values(compose.services)) {
  if (!service.extends) continue;
  const base = required.services[service.extends.service];
  service.environment = { ...base?.environment, ...service.environment };
}
const example = parseEnv(readFileSync(join(root, '.env.example'), 'utf8'));

const serviceOf = (name: string): ComposeService => {
  const service = compose.services[name];
  if (!service) throw new Error(`docker-compose.yml has no ${name}`);
  return service;
};

/** Expands a value as compose does, from the inside: `${NAME:-default}`, `${NAME:?complaint}`. */
function fillIn(value: string): string {
  const filled = value.replace(
    /\$\{(\w+)(?::-([^${}]*)|:\?[^${}]*)?\}/g,
    (_, name, fallback) => example[name] || fallback || '',
  );
  return filled === value ? value : fillIn(filled);
}

const buildEnvironment = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(serviceOf(name).environment ?? {}).map(([variable, value]) => [variable, fillIn(String(value))]),
  );

/** Services with a published port; all others are reachable from inside only. */
const published = ['grafana', 'mailpit', 'prometheus', 'web'];

describe('docker-compose.yml', () => {
  test('has every process of the system, built from its own workspace', () => {
    const workspaces = Object.fromEntries(processes.map(({ name }) => [name, serviceOf(name).build?.args?.WORKSPACE]));
    expect(workspaces).toEqual(
      Object.fromEntries(processes.map(({ name, main }) => [name, main.replace('/src/main.ts', '')])),
    );
  });

  test.each(processes.map(({ name }) => name))('sets all variables that %s needs', async (name) => {
    const { problems } = readAs(name, buildEnvironment(name));
    expect(problems).toEqual([]);
  });

  test('prepares the stores with the keys of the services', () => {
    const prepare = buildEnvironment('prepare');
    for (const { name, variables } of definitions)
      for (const variable of selectRequired(variables))
        expect([variable.name, prepare[variable.name]]).toEqual([variable.name, buildEnvironment(name)[variable.name]]);
  });

  test.each(definitions)('takes the required settings of $name from its definition', ({ name }) => {
    expect(serviceOf(name).extends).toEqual({ file: 'deploy/settings.yaml', service: name });
  });

  test.each(definitions)('sets the addresses of exactly the peers of $name', ({ name, peers }) => {
    const provided = Object.keys(buildEnvironment(name)).filter((variable) => variable.endsWith('_GRPC'));
    expect(provided.sort()).toEqual(peers.map((peer) => toVariableName(peer, 'GRPC')).sort());
  });

  test.each(definitions)('sets the addresses of exactly the stores of $name', ({ name, stores }) => {
    const variables = {
      postgres: 'POSTGRES_URL',
      mongodb: 'MONGODB_URL',
      redis: 'REDIS_URL',
      nats: 'NATS_URL',
      s3: 'S3_ENDPOINT',
    } as const;
    const env = buildEnvironment(name);
    const provided = Object.entries(variables).filter(([, variable]) => variable in env);
    expect(provided.map(([store]) => store).sort()).toEqual([...stores].sort());
    if (env.POSTGRES_URL) expect(new URL(env.POSTGRES_URL).pathname).toBe(`/tribus_${name}`);
  });

  test('sets no variable that a service does not read', async () => {
    for (const { name } of processes) {
      const { read } = readAs(name, buildEnvironment(name));
      const idle = Object.keys(buildEnvironment(name)).filter((variable) => !read.has(variable));
      expect([name, ...idle]).toEqual([name]);
    }
  });

  test.each(definitions)('sets other variables of $name through its own env file', ({ name, variables }) => {
    expect(serviceOf(name).env_file).toEqual([{ path: `.env.${name}`, required: false }]);
    // Addresses and secrets of docker-compose.yml override such a file.
    const open = variables.filter(({ name: variable }) => !(variable in buildEnvironment(name)));
    expect(open.filter(({ required }) => required)).toEqual([]);
  });

  test('sets a password in every address of a store', () => {
    for (const name of [...processes.map((each) => each.name), 'prepare']) {
      for (const [variable, url] of Object.entries(buildEnvironment(name))) {
        if (!/^(POSTGRES|MONGODB|REDIS|NATS)_URL$/.test(variable)) continue;
        const { username, password } = new URL(url);
        expect([name, variable, password || username]).toEqual([name, variable, expect.stringContaining('laptop')]);
      }
    }
  });

  test('publishes the web app and the dashboards, on loopback only', () => {
    const open = Object.entries(compose.services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(open.map(([name]) => name).sort()).toEqual(published);
    for (const [, { ports = [] }] of open) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test('connects the stores only to their clients', () => {
    const stores = ['postgres', 'mongo', 'redis', 'nats', 'objects'];
    for (const store of stores) expect(serviceOf(store).networks).toEqual(['stores']);
    expect(serviceOf('web').networks).not.toContain('stores');
    expect(compose.networks.stores?.internal).toBe(true);
    expect(compose.networks.inside?.internal).toBe(true);
  });

  test.each([...processes.map(({ name }) => name), 'web', 'prepare'])(
    'gives %s no rights and nothing to write to',
    (name) => {
      expect(serviceOf(name)).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
    },
  );

  test('limits the memory of every container and checks its health', () => {
    const ours = new Set([...processes.map(({ name }) => name), 'web', 'prepare']);
    for (const [name, { mem_limit, healthcheck }] of Object.entries(compose.services)) {
      expect([name, mem_limit]).toEqual([name, expect.any(String)]);
      // The project's own images contain their health checks.
      if (!ours.has(name)) expect([name, healthcheck?.test?.length]).toEqual([name, expect.any(Number)]);
    }
  });

  test('starts the services when the stores are prepared', () => {
    for (const { name } of plan)
      expect(serviceOf(name).depends_on).toMatchObject({ prepare: { condition: 'service_completed_successfully' } });
    expect(serviceOf('web').depends_on).toEqual({ gateway: { condition: 'service_healthy' } });
  });

  test('contains no secret: each comes from .env', () => {
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(variable))
          expect([name, variable, value]).toEqual([name, variable, expect.stringMatching(/^\$\{\w+:(-\$\{\w+:)?\?/)]);
        if (/^\w+:\/\/[^/]*@/.test(String(value))) expect(value).toMatch(/^\w+:\/\/(\w+:)?\$\{\w+:\?/);
      }
    }
  });

  test('needs no variable that .env.example lacks', () => {
    // In deploy/settings.yaml, a variable with a default need not be set.
    const all = [...text.matchAll(/\$\{(\w+)/g), ...settings.matchAll(/\$\{(\w+):\?/g)];
    const read = new Set(all.map((match) => match[1]));
    expect([...read].filter((name) => name && name !== 'TRIBUS_TAG' && !(name in example))).toEqual([]);
    expect(Object.keys(example).filter((name) => !read.has(name))).toEqual([]);
  });
});
