import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { services as proxied } from '@tribus/gateway/src/routes.ts';
import { variableOf } from '@tribus/kit/core/settings.ts';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import { loadKeys } from '../../one/keys.ts';
import { definitions, readAs } from '../definitions.ts';
import { allOf, find, type Manifest, render, root, wellEquipped } from './charts.ts';
import { Walls } from './network-policies.ts';
import { containersOf, mainContainer, podsOf } from './pods.ts';

interface Entry {
  calls?: string[];
  proxies?: string[];
  stores?: string[];
}

const names = [...definitions.map(({ name }) => name), 'web'];
const values: { services: Record<string, Entry>; network: { privateRanges: Record<'ipv4' | 'ipv6', string[]> } } =
  parse(readFileSync(join(root, 'helm/tribus/values.yaml'), 'utf8'));
const entryOf = (name: string): Entry => values.services[name] ?? {};
const scratch = mkdtempSync(join(tmpdir(), 'tribus-chart-'));
const secretOfTests = 'secret-of-the-tests';

/** With the chart's own Secret, and with that of the stores for development. */
let full: readonly Manifest[];
let kind: readonly Manifest[];

beforeAll(async () => {
  const { JWT_PRIVATE_KEY, JWT_PUBLIC_KEYS } = loadKeys(scratch, {});
  const set = { 'secrets.values.JWT_PRIVATE_KEY': JWT_PRIVATE_KEY, 'secrets.values.JWT_PUBLIC_KEYS': JWT_PUBLIC_KEYS };
  const [everything, small, infra] = await Promise.all([
    render('tribus', { values: ['helm/tribus/ci/full-values.yaml'], apiVersions: wellEquipped, set }),
    render('tribus', { values: ['helm/tribus/values-kind.yaml'] }),
    render('infra'),
  ]);
  full = everything;
  kind = [...small, ...infra];
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(definitions)('$name', ({ name, peers, stores, variables }) => {
  test('calls those whom its definition names', () => {
    expect([...(entryOf(name).calls ?? [])].sort()).toEqual([...peers].sort());
  });

  test('has the stores that its definition names', () => {
    expect([...(entryOf(name).stores ?? [])].sort()).toEqual([...stores].sort());
  });

  test.each(['full', 'kind'])('is told all that it needs, and nothing that it does not read (%s)', async (which) => {
    const env = environmentOf(which === 'full' ? full : kind, name);
    const { problems, asked } = readAs(name, env);
    expect(problems).toEqual([]);
    const readByNode = 'NODE_EXTRA_CA_CERTS';
    expect(Object.keys(env).filter((variable) => !asked.has(variable) && variable !== readByNode)).toEqual([]);
  });

  test('can be told everything else that it reads, by its own `env`, and every secret by the Secret', async () => {
    const known = environmentOf(full, name);
    const others = variables.filter(({ name: variable, wired }) => !wired && !(variable in known));
    const [secrets, open] = [others.filter(({ secret }) => secret), others.filter(({ secret }) => !secret)];
    const set = {
      [`services.${name}.env`]: Object.fromEntries(open.map((variable) => [variable.name, 'as said'])),
      ...Object.fromEntries(secrets.map((variable) => [`secrets.values.${variable.name}`, 'as said'])),
    };
    const told = environmentOf(await render('tribus', { values: ['helm/tribus/ci/full-values.yaml'], set }), name);
    for (const variable of others) expect([variable.name, told[variable.name]]).toEqual([variable.name, 'as said']);
  });

  test('speaks to its stores by TLS where that is asked for, and trusts the authority of the operator', async () => {
    const pod = podsOf(full).find(({ labels }) => labels['app.kubernetes.io/name'] === name);
    const volume = pod?.spec.volumes?.find(({ secret }) => secret?.secretName === 'stores-authority');
    for (const { env = [], volumeMounts } of containersOf(pod?.spec ?? { containers: [] })) {
      const told = Object.fromEntries(env.map(({ name: variable, value }) => [variable, value]));
      const byTls = Object.keys(told).filter((variable) => variable.endsWith('_TLS'));
      expect(byTls.sort()).toEqual((entryOf(name).stores ?? []).map((store) => variableOf(store, 'TLS')).sort());
      const mount = volumeMounts?.find((each) => each.name === volume?.name);
      expect(told.NODE_EXTRA_CA_CERTS).toBe(`${mount?.mountPath}/${volume?.secret?.items?.[0]?.path}`);
    }
    const plain = podsOf(kind).find(({ labels }) => labels['app.kubernetes.io/name'] === name);
    expect(JSON.stringify(plain)).not.toMatch(/_TLS|EXTRA_CA/);
  });

  test('asks at addresses that there are', () => {
    const env = environmentOf(full, name);
    for (const peer of peers) {
      const [host = '', port] = env[variableOf(peer, 'GRPC')]?.split(':') ?? [];
      expect(find(full, Service.is, host).spec).toMatchObject({
        clusterIP: 'None',
        // The name must be there before the first pod is ready: the cluster's DNS remembers that it was not.
        publishNotReadyAddresses: true,
        selector: { 'app.kubernetes.io/name': peer },
        ports: [expect.objectContaining({ port: Number(port) })],
      });
    }
  });
});

test('the gateway passes requests on to all who answer people, and web to the gateway', () => {
  expect(entryOf('gateway').proxies).toEqual([...proxied]);
  expect(entryOf('web').proxies).toEqual(['gateway']);
  const env = { ...environmentOf(full, 'gateway'), ...environmentOf(full, 'web') };
  for (const peer of [...proxied, 'gateway']) {
    const { hostname, port } = new URL(env[variableOf(peer, 'HTTP')] ?? '');
    expect(find(full, Service.is, hostname).spec?.selector).toMatchObject({ 'app.kubernetes.io/name': peer });
    expect(port).toBe('8080');
  }
  expect(env.GATEWAY_URL).toBe(env.GATEWAY_HTTP);
});

test('web is told what its server reads, and nothing else', () => {
  const caddyfile = readFileSync(join(root, 'deploy/docker/web/Caddyfile'), 'utf8');
  const read = [...caddyfile.matchAll(/\{\$(\w+)|\{env\.(\w+)\}/g)].map(([, plain, late]) => plain ?? late);
  const told = Object.keys(environmentOf(full, 'web')).filter((variable) => variable !== 'GATEWAY_HTTP');
  expect(told.filter((variable) => !read.includes(variable))).toEqual([]);
  expect(told).toEqual(expect.arrayContaining(['GATEWAY_URL', 'PUBLIC_URL', 'TRUSTED_PROXIES']));
});

test('no secret stands in a ConfigMap, in a pod or anywhere but in the Secret', () => {
  const [secret] = allOf(full, Secret.is);
  expect(Object.keys(secret?.stringData ?? {})).toEqual(expect.arrayContaining(['JWT_PRIVATE_KEY', 'NATS_URL']));
  const rest = JSON.stringify(full.filter((object) => object !== secret));
  for (const [key, value] of Object.entries(secret?.stringData ?? {})) {
    expect([key, rest.includes(JSON.stringify(value).slice(1, -1))]).toEqual([key, false]);
  }
  expect(rest).not.toContain(secretOfTests);
  for (const { data = {} } of allOf(full, ConfigMap.is))
    expect(Object.keys(data).filter((key) => /SECRET|PASSWORD|PRIVATE|_KEY/.test(key))).toEqual([]);
});

describe('the walls', () => {
  const ports = { http: 8080, grpc: 50051, ops: 9464 };

  test('let through what the entries say, and nothing else between any two pods', () => {
    const walls = new Walls(full);
    for (const from of names) {
      for (const to of names.filter((name) => name !== from)) {
        const opened = {
          http: walls.opens(from, to, ports.http),
          grpc: walls.opens(from, to, ports.grpc),
          ops: walls.opens(from, to, ports.ops),
        };
        const { calls = [], proxies = [] } = entryOf(from);
        expect([from, to, opened]).toEqual([
          from,
          to,
          { http: proxies.includes(to), grpc: calls.includes(to), ops: false },
        ]);
      }
    }
  });

  const cidr = (block: string) => [{ ipBlock: { cidr: block } }];
  const stores: Record<string, object> = {
    postgres: { to: cidr('10.0.1.0/24'), ports: ['TCP 5432'] },
    mongodb: { to: [{ ipBlock: { cidr: '10.0.2.0/24', except: ['10.0.2.9/32'] } }], ports: ['TCP 27017'] },
    redis: { to: cidr('10.0.3.0/24'), ports: ['TCP 6379', 'TCP 6380'] },
    nats: { to: [expect.objectContaining({ podSelector: expect.anything() })], ports: ['TCP 4222'] },
    s3: { to: cidr('203.0.113.0/24'), ports: ['TCP 443'] },
  };
  const namespaceOf = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });
  const dns = {
    to: [{ namespaceSelector: namespaceOf('kube-system'), podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
    ports: ['UDP 53', 'TCP 53'],
  };
  const collector = { to: [{ namespaceSelector: namespaceOf('tracing') }], ports: ['TCP 4318'] };
  const strangers = (...found: number[]) => ({
    to: [
      { ipBlock: { cidr: '0.0.0.0/0', except: values.network.privateRanges.ipv4 } },
      { ipBlock: { cidr: '::/0', except: values.network.privateRanges.ipv6 } },
    ],
    ports: found.map((port) => `TCP ${port}`),
  });

  test.each(names)('let %s out to its stores, to names and to nobody else', (name) => {
    const called =
      { identity: [strangers(443), strangers(465, 587)], agents: [strangers(443)], media: [strangers(443)] }[name] ??
      [];
    const own = (entryOf(name).stores ?? []).map((store) => stores[store]);
    expect(new Walls(full).waysOut(name)).toEqual([dns, ...own, ...(name === 'web' ? [] : [collector]), ...called]);
  });

  test('let people in to web alone, and those who watch to the port of operators', () => {
    const watch = { from: [{ namespaceSelector: namespaceOf('monitoring') }], ports: ['TCP ops'] };
    const entrance = { from: [{ namespaceSelector: namespaceOf('ingress-nginx') }], ports: ['TCP http'] };
    for (const name of names)
      expect([name, new Walls(full).waysIn(name)]).toEqual([name, name === 'web' ? [entrance, watch] : [watch]]);
  });

  test('no stranger is called where no entry says so', async () => {
    const minimal = await render('tribus', { values: ['helm/tribus/ci/minimal-values.yaml'] });
    expect(JSON.stringify(minimal)).not.toContain('0.0.0.0/0');
  });
});

/** What the container would see, ConfigMap, Secret and `$(NAME)` looked up. */
function environmentOf(objects: readonly Manifest[], name: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { name: variable, value, valueFrom } of mainContainer(objects, name).env ?? []) {
    const looked = valueFrom ? lookUp(objects, valueFrom) : value;
    if (looked !== undefined) env[variable] = looked.replace(/\$\((\w+)\)/g, (whole, other) => env[other] ?? whole);
  }
  return env;
}

interface Source {
  configMapKeyRef?: { name?: string; key: string };
  secretKeyRef?: { name?: string; key: string; optional?: boolean };
}

function lookUp(objects: readonly Manifest[], { configMapKeyRef, secretKeyRef }: Source): string | undefined {
  const { name = '', key } = configMapKeyRef ?? secretKeyRef ?? { key: '' };
  const data = configMapKeyRef
    ? find(objects, ConfigMap.is, name).data?.[key]
    : find(objects, Secret.is, name).stringData?.[key];
  if (data === undefined && !secretKeyRef?.optional) throw new Error(`${name} has no ${key}`);
  return data;
}
