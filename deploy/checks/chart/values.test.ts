import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { parse } from 'yaml';
import { openApiServer } from './api-server.ts';
import { allOf, find, isRecord, type Manifest, type Rendering, render, root, wellEquipped } from './charts.ts';
import { mainContainer } from './pods.ts';

const minimal = ['helm/tribus/ci/minimal-values.yaml'];
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const renderMinimal = (more: Rendering = {}): Promise<readonly Manifest[]> =>
  render('tribus', { values: minimal, ...more });
const kindsOf = (objects: readonly Manifest[]) => new Set(objects.map(({ kind }) => kind));

describe('refused with a reason', () => {
  const table: [string, Record<string, unknown>, RegExp][] = [
    ['an unknown value', { imagee: 'x' }, /additional properties 'imagee' not allowed/],
    ['an unknown value of a service', { 'services.identity.replics': 2 }, /identity.*'replics' not allowed/],
    ['an unknown setting', { 'settings.PUBLIC_ULR': 'x' }, /'PUBLIC_ULR' not allowed/],
    ['an unknown secret', { 'secrets.values.JWT_KEY': 'x' }, /'JWT_KEY' not allowed/],
    ['an unknown field of a peer', { 'network.entrance': [{ podSelecter: {} }] }, /'podSelecter' not allowed/],
    ['a number that is a text', { 'services.identity.replicas': 'two' }, /replicas.*got string, want integer/],
    ['a size that is no number', { 'settings.UPLOAD_MAX_MB': 'large' }, /UPLOAD_MAX_MB.*does not match/],
    ['a limit of zero', { 'settings.RATE_LIMIT_LOGIN_FAILURES': 0 }, /RATE_LIMIT_LOGIN_FAILURES.*minimum/],
    ['a password that is no exact number', { 'secrets.values.ADMIN_PASSWORD': 2 ** 60 }, /ADMIN_PASSWORD.*maximum/],
    ['no public address', { 'settings.PUBLIC_URL': '' }, /PUBLIC_URL.*does not match/],
    ['a public address with a path', { 'settings.PUBLIC_URL': 'https://a.example/b' }, /PUBLIC_URL.*does not match/],
    ['an unknown level of the log', { 'settings.LOG_LEVEL': 'loud' }, /LOG_LEVEL.*must be one of/],
    ['an invalid digest', { 'services.web.image.digest': 'latest' }, /digest.*does not match/],
    ['an invalid network', { 'frontProxies.networks': ['here'] }, /networks.*does not match/],
    ['an invalid port', { 'network.stores.s3.ports': [70_000] }, /ports.*maximum/],
    ['an unknown store', { 'services.agents.stores': ['mysql'] }, /stores.*must be one of/],
    ['a whole number below one', { 'defaults.autoscaling.min': 0 }, /min.*minimum/],
    [
      'a call of an unknown service',
      { 'services.agents.calls': ['nobody'] },
      /services.agents calls the unknown service nobody/,
    ],
    ['a call without gRPC', { 'services.agents.calls': ['web'] }, /calls web, which has no gRPC server/],
    ['an unknown external host', { 'services.agents.strangers': ['gopher'] }, /external hosts of the kind gopher/],
    [
      'a required setting that is missing',
      { examples: false, 'services.gateway.settings': [] },
      /services.gateway.env.PUBLIC_URL is not set/,
    ],
    ['secrets that are missing', { 'secrets.existing': '' }, /secrets.values.CONTENT_POSTGRES_URL is not set/],
    ['a store without an address', { 'network.stores.redis.to': [] }, /network.stores.redis.to is empty/],
    [
      'traces without a network rule',
      { 'settings.OTEL_EXPORTER_OTLP_ENDPOINT': 'http://c:4318' },
      /network.collector.to is empty/,
    ],
    ['objects without a bucket', { 'settings.S3_BUCKET': '' }, /settings.S3_BUCKET is not set/],
    ['an untrusted ingress', { 'ingress.enabled': true }, /frontProxies.networks is empty/],
    ['proxies without a count', { 'frontProxies.networks': ['10.0.0.0/8'] }, /must be set together/],
    ['a route to nowhere', { 'httpRoute.enabled': true }, /httpRoute.parentRefs is empty/],
  ];

  test.each(table)('%s', async (_what, set, message) => {
    await expect(renderMinimal({ set })).rejects.toThrow(message);
  });

  test('all faults are reported at once', async () => {
    const set = { 'settings.S3_BUCKET': '', 'network.stores.nats.to': [], 'network.stores.s3.to': [] };
    const message = await renderMinimal({ set }).catch((error: Error) => error.message);
    expect(message).toMatch(/nats.to[\s\S]*s3.to[\s\S]*S3_BUCKET/);
  });
});

test('an image is named by registry and tag, and a digest takes precedence', async () => {
  const set = {
    'image.registry': 'registry.example',
    'image.tag': '2.0.0',
    'services.tribes.image.tag': '2.0.1',
    'services.media.image': { tag: '2.0.2', digest: `sha256:${'a'.repeat(64)}` },
  };
  const objects = await renderMinimal({ set });
  expect(mainContainer(objects, 'content').image).toBe('registry.example/tribus/content:2.0.0');
  expect(mainContainer(objects, 'tribes').image).toBe('registry.example/tribus/tribes:2.0.1');
  expect(mainContainer(objects, 'media').image).toBe(`registry.example/tribus/media@sha256:${'a'.repeat(64)}`);
});

test('objects whose API the cluster lacks are left out', async () => {
  const [bare, equipped] = await Promise.all([renderMinimal(), renderMinimal({ apiVersions: wellEquipped })]);
  expect(kindsOf(bare)).not.toContain('ServiceMonitor');
  expect(kindsOf(bare)).not.toContain('PrometheusRule');
  expect([...kindsOf(equipped)]).toEqual(expect.arrayContaining(['ServiceMonitor', 'PrometheusRule']));
  const metrics = (objects: readonly Manifest[]) =>
    find(objects, HorizontalPodAutoscaler.is, 'tribus-vibes-realtime').spec?.metrics?.map(
      ({ pods, resource }) => pods?.metric.name ?? resource?.name,
    );
  expect(metrics(bare)).toEqual(['cpu']);
  expect(metrics(equipped)).toEqual(['cpu', 'sse_connections']);
});

test('an older cluster gets the API versions it supports', async () => {
  const versionsOf = async (kubeVersion: string) => {
    const objects = await renderMinimal({ kubeVersion });
    const versionOf = (kind: string) => objects.find((object) => object.kind === kind)?.apiVersion;
    const { lifecycle } = mainContainer(objects, 'content');
    const ends = lifecycle?.preStop?.sleep ? 'sleep' : lifecycle?.preStop?.exec?.command;
    return [versionOf('HorizontalPodAutoscaler'), versionOf('PodDisruptionBudget'), ends];
  };
  expect(await versionsOf('1.34.0')).toEqual(['autoscaling/v2', 'policy/v1', 'sleep']);
  expect(await versionsOf('1.29.3')).toEqual(['autoscaling/v2', 'policy/v1', ['sleep', '5']]);
  expect(await versionsOf('1.22.0')).toEqual(['autoscaling/v2beta2', 'policy/v1', ['sleep', '5']]);
  expect(await versionsOf('1.20.0')).toEqual(['autoscaling/v2beta2', 'policy/v1beta1', ['sleep', '5']]);
  await expect(versionsOf('1.19.0')).rejects.toThrow('incompatible');
});

const replicasIn = (objects: readonly Manifest[]): Record<string, unknown> =>
  Object.fromEntries(allOf(objects, Deployment.is).map(({ metadata, spec }) => [metadata.name, spec?.replicas]));

test('an installation starts with the minimum of its autoscalers, or with the fixed number of pods', async () => {
  const set = {
    'services.agents': { autoscaling: { enabled: false }, replicas: 1 },
    'services.content.autoscaling.min': 3,
  };
  const objects = await renderMinimal({ set });
  expect(replicasIn(objects)).toMatchObject({ 'tribus-agents': 1, 'tribus-content': 3, 'tribus-web': 2 });
  const scaled = allOf(objects, HorizontalPodAutoscaler.is).map(({ metadata }) => metadata.name);
  expect(scaled).not.toContain('tribus-agents');
  expect(scaled).toContain('tribus-content');
  expect(allOf(objects, PodDisruptionBudget.is).map(({ spec }) => spec?.maxUnavailable)).toEqual(Array(10).fill(1));
});

test('an upgrade keeps the current number of pods, and at least the minimum of the autoscaler', async () => {
  const cluster = await openApiServer({ 'tribus-content': 5, 'tribus-media': 1, 'tribus-agents': 4, 'tribus-web': 0 });
  try {
    const set = { 'services.agents': { autoscaling: { enabled: false }, replicas: 1 } };
    const objects = await renderMinimal({ set, cluster: cluster.url });
    expect(replicasIn(objects)).toMatchObject({
      'tribus-content': 5,
      // As before its autoscaler was enabled.
      'tribus-media': 2,
      'tribus-agents': 1,
      'tribus-web': 2,
      'tribus-tribes': 2,
    });
  } finally {
    await cluster.stop();
  }
});

describe('each pod has a checksum of its own environment', () => {
  const settings = { values: ['helm/tribus/ci/full-values.yaml'] };
  const templatesOf = (objects: readonly Manifest[]): Record<string, string> =>
    Object.fromEntries(
      allOf(objects, Deployment.is).map(({ metadata, spec }) => [
        metadata.name.replace('community-', ''),
        JSON.stringify(spec?.template),
      ]),
    );
  const kit = [
    'agents',
    'content',
    'gamification',
    'gateway',
    'identity',
    'media',
    'messaging',
    'tribes',
    'vibes-realtime',
  ];
  const table: [string, string[]][] = [
    ['settings.RATE_LIMIT_LOGIN_FAILURES=7', ['identity']],
    ['settings.UPLOAD_MAX_MB=50', ['gateway', 'web']],
    ['settings.S3_REGION=eu-south-2', ['media']],
    ['secrets.values.MESSAGING_MONGODB_URL=mongodb://x/messaging', ['messaging']],
    ['secrets.values.ADMIN_PASSWORD=another-one', ['identity']],
    ['secrets.values.REDIS_URL=redis://x', ['gateway', 'identity']],
    ['frontProxies.count=2', ['gateway']],
    ['settings.LOG_LEVEL=debug', kit],
    ['secrets.values.OTEL_EXPORTER_OTLP_HEADERS=a=b', kit],
  ];

  test.each(table)('%s restarts only the pods that read it', async (change, restarted) => {
    const [before, after] = await Promise.all([
      render('tribus', settings),
      render('tribus', { ...settings, setPlain: [change] }),
    ]);
    const [old, now] = [templatesOf(before), templatesOf(after)];
    expect(Object.keys(old).filter((name) => old[name] !== now[name])).toEqual(restarted);
  });
});

test('numbers and booleans that helm parses on the command line are rendered as typed', async () => {
  const setPlain = [
    'image.tag=15',
    'settings.UPLOAD_MAX_MB=100',
    'settings.RATE_LIMIT_REQUESTS_PER_MINUTE=2000000',
    'settings.OTEL_TRACES_SAMPLER_ARG=1',
    'secrets.values.ADMIN_PASSWORD=123456789',
    'services.web.env.SHARE=7',
    'services.web.podAnnotations.audited=true',
  ];
  const objects = await render('tribus', { values: ['helm/tribus/ci/full-values.yaml'], setPlain });
  expect(find(objects, ConfigMap.is, 'community').data).toMatchObject({
    UPLOAD_MAX_MB: '100',
    RATE_LIMIT_REQUESTS_PER_MINUTE: '2000000',
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  expect(find(objects, Secret.is, 'community').stringData).toMatchObject({ ADMIN_PASSWORD: '123456789' });
  const web = find(objects, Deployment.is, 'community-web').spec?.template;
  expect(web?.metadata?.annotations).toMatchObject({ audited: 'true' });
  expect(web?.spec?.containers[0]).toMatchObject({
    image: 'registry.example/community/tribus/web:15',
    env: expect.arrayContaining([{ name: 'SHARE', value: '7' }]),
  });
});

test('the ingress serves the host of the public address, and allows streams and pictures', async () => {
  const set = { 'ingress.enabled': true, frontProxies: { count: 1, networks: ['10.8.0.0/16'] } };
  const objects = await renderMinimal({ set });
  const ingress = find(objects, Ingress.is, 'tribus');
  expect(ingress.spec).toMatchObject({
    tls: [{ hosts: ['tribus.example'] }],
    rules: [{ host: 'tribus.example', http: { paths: [{ backend: { service: { name: 'tribus-web' } } }] } }],
  });
  expect(ingress.metadata?.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': '210m',
    'nginx.ingress.kubernetes.io/proxy-read-timeout': '3600',
    'nginx.ingress.kubernetes.io/proxy-buffering': 'off',
  });
  expect(find(objects, ConfigMap.is, 'tribus').data).toMatchObject({
    TRUST_PROXY_HOPS: '2',
    TRUSTED_PROXIES: '10.8.0.0/16',
  });
  expect(find(await renderMinimal(), ConfigMap.is, 'tribus').data).toMatchObject({ TRUST_PROXY_HOPS: '1' });
});

test('rules and dashboards are the files in deploy/', async () => {
  const objects = await renderMinimal({
    apiVersions: wellEquipped,
    set: { 'monitoring.dashboards.enabled': true },
  });
  const rule = objects.find(({ kind }) => kind === 'PrometheusRule');
  expect(rule && 'spec' in rule && rule.spec).toEqual(parse(read('deploy/prometheus/rules.yaml')));
  for (const name of ['overview', 'events', 'realtime', 'media', 'operators']) {
    const data = find(objects, ConfigMap.is, `tribus-dashboard-${name}`).data?.[`${name}.json`];
    expect(JSON.parse(data ?? '')).toEqual(JSON.parse(read(`deploy/grafana/${name}.json`)));
  }
});

test('disabled network policies are not rendered, and the notes mention it', async () => {
  const objects = await renderMinimal({ set: { 'network.policies': false } });
  expect(kindsOf(objects)).not.toContain('NetworkPolicy');
});

describe('README.md', () => {
  const values = parse(read('helm/tribus/values.yaml'));
  const rows = [...read('helm/tribus/README.md').matchAll(/^\| `([^`|]+)` \| (`[^`]*`|see values\.yaml) \|/gm)];
  const documented = new Map(rows.map(([, path = '', fallback = '']) => [path, fallback]));

  /** Returns `a.b.c` of every value that is no map; stores and external hosts by their kind. */
  function pathsOf(value: unknown, path: string): [string, unknown][] {
    const whole = /annotations$|labels$|^resources$|^secrets\.values$/.test(path);
    if (whole || !isRecord(value) || Object.keys(value).length === 0) return [[path, value]];
    return Object.entries(value).flatMap(([key, inner]) => {
      const name = path === 'network.stores' ? '<store>' : path === 'network.strangers' ? '<kind>' : key;
      return pathsOf(inner, [path, name].filter(Boolean).join('.'));
    });
  }
  const { defaults, services: _services, ...others } = values;
  const real = [...pathsOf(others, ''), ...pathsOf(defaults, '')];

  test('lists exactly the values of the chart', () => {
    expect([...documented.keys()].sort()).toEqual([...new Set(real.map(([path]) => path))].sort());
  });

  test('lists the actual defaults', () => {
    for (const [path, value] of real) {
      const plain = `\`${JSON.stringify(value)}\``;
      expect([path, documented.get(path)]).toEqual([
        path,
        documented.get(path) === 'see values.yaml' ? 'see values.yaml' : plain,
      ]);
      if (documented.get(path) === 'see values.yaml') expect([path, typeof value]).toEqual([path, 'object']);
    }
  });
});

test('the schema has exactly the values of the chart', () => {
  const schema = JSON.parse(read('helm/tribus/values.schema.json'));
  const { defaults, services, ...others } = parse(read('helm/tribus/values.yaml'));
  expect(Object.keys(schema.properties).sort()).toEqual(
    [...Object.keys(others), 'defaults', 'services', 'global'].sort(),
  );
  expect(Object.keys(schema.definitions.service.properties).sort()).toEqual(Object.keys(defaults).sort());
  expect(Object.keys(services)).toHaveLength(10);
});
