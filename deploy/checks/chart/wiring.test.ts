import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { services as proxied } from '@tribus/gateway/src/routes.ts';
import { toVariableName } from '@tribus/kit/core/settings.ts';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { parse } from 'yaml';
import { loadKeys } from '../../one/keys.ts';
import { definitions, readAs } from '../definitions.ts';
import { allOf, find, type Manifest, render, root, wellEquipped } from './charts.ts';
import { NetworkPolicies } from './network-policies.ts';
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

/** With the chart's own Secret; `kind` has that of the stores for development. */
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
  test('may call exactly the peers of its definition', () => {
    expect([...(entryOf(name).calls ?? [])].sort()).toEqual([...peers].sort());
  });

  test('has exactly the stores of its definition', () => {
    expect([...(entryOf(name).stores ?? [])].sort()).toEqual([...stores].sort());
  });

  test.each(['full', 'kind'])('gets all variables it needs, and none it does not read (%s)', async (which) => {
    const env = buildEnvironment(which === 'full' ? full : kind, name);
    const { problems, read } = readAs(name, env);
    expect(problems).toEqual([]);
    const readByNode = 'NODE_EXTRA_CA_CERTS';
    expect(Object.keys(env).filter((variable) => !read.has(variable) && variable !== readByNode)).toEqual([]);
  });

  test('can get all other variables through its own `env`, and every secret through the Secret', async () => {
    const known = buildEnvironment(full, name);
    const others = variables.filter(({ name: variable, wired }) => !wired && !(variable in known));
    const [secrets, open] = [others.filter(({ secret }) => secret), others.filter(({ secret }) => !secret)];
    const set = {
      [`services.${name}.env`]: Object.fromEntries(open.map((variable) => [variable.name, 'as said'])),
      ...Object.fromEntries(secrets.map((variable) => [`secrets.values.${variable.name}`, 'as said'])),
    };
    const env = buildEnvironment(await render('tribus', { values: ['helm/tribus/ci/full-values.yaml'], set }), name);
    for (const variable of others) expect([variable.name, env[variable.name]]).toEqual([variable.name, 'as said']);
  });

  test('connects to its stores by TLS when configured, and trusts the authority of the operator', async () => {
    const pod = podsOf(full).find(({ labels }) => labels['app.kubernetes.io/name'] === name);
    const volume = pod?.spec.volumes?.find(({ secret }) => secret?.secretName === 'stores-authority');
    for (const { env = [], volumeMounts } of containersOf(pod?.spec ?? { containers: [] })) {
      const values = Object.fromEntries(env.map(({ name: variable, value }) => [variable, value]));
      const byTls = Object.keys(values).filter((variable) => variable.endsWith('_TLS'));
      expect(byTls.sort()).toEqual((entryOf(name).stores ?? []).map((store) => toVariableName(store, 'TLS')).sort());
      const mount = volumeMounts?.find((each) => each.name === volume?.name);
      expect(values.NODE_EXTRA_CA_CERTS).toBe(`${mount?.mountPath}/${volume?.secret?.items?.[0]?.path}`);
    }
    const plain = podsOf(kind).find(({ labels }) => labels['app.kubernetes.io/name'] === name);
    expect(JSON.stringify(plain)).not.toMatch(/_TLS|EXTRA_CA/);
  });

  test('calls its peers at existing addresses', () => {
    const env = buildEnvironment(full, name);
    for (const peer of peers) {
      const [host = '', port] = env[toVariableName(peer, 'GRPC')]?.split(':') ?? [];
      expect(find(full, Service.is, host).spec).toMatchObject({
        clusterIP: 'None',
        // The name must exist before the first pod is ready: the cluster's DNS caches a missing name.
        publishNotReadyAddresses: true,
        selector: { 'app.kubernetes.io/name': peer },
        ports: [expect.objectContaining({ port: Number(port) })],
      });
    }
  });
});

test('the gateway proxies to all services with public routes, and web to the gateway', () => {
  expect(entryOf('gateway').proxies).toEqual([...proxied]);
  expect(entryOf('web').proxies).toEqual(['gateway']);
  const env = { ...buildEnvironment(full, 'gateway'), ...buildEnvironment(full, 'web') };
  for (const peer of [...proxied, 'gateway']) {
    const { hostname, port } = new URL(env[toVariableName(peer, 'HTTP')] ?? '');
    expect(find(full, Service.is, hostname).spec?.selector).toMatchObject({ 'app.kubernetes.io/name': peer });
    expect(port).toBe('8080');
  }
  expect(env.GATEWAY_URL).toBe(env.GATEWAY_HTTP);
});

test('web gets exactly the variables its server reads', () => {
  const caddyfile = readFileSync(join(root, 'deploy/docker/web/Caddyfile'), 'utf8');
  const read = [...caddyfile.matchAll(/\{\$(\w+)|\{env\.(\w+)\}/g)].map(([, plain, late]) => plain ?? late);
  const env = Object.keys(buildEnvironment(full, 'web')).filter((variable) => variable !== 'GATEWAY_HTTP');
  expect(env.filter((variable) => !read.includes(variable))).toEqual([]);
  expect(env).toEqual(expect.arrayContaining(['GATEWAY_URL', 'PUBLIC_URL', 'TRUSTED_PROXIES']));
});

test('secrets are only in the Secret, in no ConfigMap and no pod', () => {
  const [secret] = allOf(full, Secret.is);
  expect(Object.keys(secret?.stringData ?? {})).toEqual(expect.arrayContaining(['JWT_PRIVATE_KEY', 'NATS_URL']));
  const remaining = JSON.stringify(full.filter((object) => object !== secret));
  for (const [key, value] of Object.entries(secret?.stringData ?? {})) {
    expect([key, remaining.includes(JSON.stringify(value).slice(1, -1))]).toEqual([key, false]);
  }
  expect(remaining).not.toContain(secretOfTests);
  for (const { data = {} } of allOf(full, ConfigMap.is))
    expect(Object.keys(data).filter((key) => /SECRET|PASSWORD|PRIVATE|_KEY/.test(key))).toEqual([]);
});

describe('the network policies', () => {
  const ports = { http: 8080, grpc: 50051, ops: 9464 };

  test('allow only the connections of the entries between any two pods', () => {
    const policies = new NetworkPolicies(full);
    for (const from of names) {
      for (const to of names.filter((name) => name !== from)) {
        const opened = {
          http: policies.allows(from, to, ports.http),
          grpc: policies.allows(from, to, ports.grpc),
          ops: policies.allows(from, to, ports.ops),
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
  const externalHosts = (...found: number[]) => ({
    to: [
      { ipBlock: { cidr: '0.0.0.0/0', except: values.network.privateRanges.ipv4 } },
      { ipBlock: { cidr: '::/0', except: values.network.privateRanges.ipv6 } },
    ],
    ports: found.map((port) => `TCP ${port}`),
  });

  test.each(names)('allow %s to reach its stores, DNS and no other destination', (name) => {
    const called =
      {
        identity: [externalHosts(443), externalHosts(465, 587)],
        agents: [externalHosts(443)],
        media: [externalHosts(443)],
      }[name] ?? [];
    const own = (entryOf(name).stores ?? []).map((store) => stores[store]);
    expect(new NetworkPolicies(full).egressOf(name)).toEqual([
      dns,
      ...own,
      ...(name === 'web' ? [] : [collector]),
      ...called,
    ]);
  });

  test("allow clients to reach web only, and monitoring the operators' port", () => {
    const watch = { from: [{ namespaceSelector: namespaceOf('monitoring') }], ports: ['TCP ops'] };
    const entrance = { from: [{ namespaceSelector: namespaceOf('ingress-nginx') }], ports: ['TCP http'] };
    for (const name of names)
      expect([name, new NetworkPolicies(full).ingressOf(name)]).toEqual([
        name,
        name === 'web' ? [entrance, watch] : [watch],
      ]);
  });

  test('no external host is reachable without an entry', async () => {
    const minimal = await render('tribus', { values: ['helm/tribus/ci/minimal-values.yaml'] });
    expect(JSON.stringify(minimal)).not.toContain('0.0.0.0/0');
  });
});

/** Returns the environment of the container, with ConfigMap, Secret and `$(NAME)` resolved. */
function buildEnvironment(objects: readonly Manifest[], name: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const { name: variable, value, valueFrom } of mainContainer(objects, name).env ?? []) {
    const compared = valueFrom ? lookUp(objects, valueFrom) : value;
    if (compared !== undefined) env[variable] = compared.replace(/\$\((\w+)\)/g, (whole, other) => env[other] ?? whole);
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
