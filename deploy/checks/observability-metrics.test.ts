import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@tribus/kit/testing/until.ts';
import { processes } from '../one/services.ts';
import { png } from '../system-tests/pictures.ts';
import { startTestSystem, type TestSystem } from '../system-tests/test-system.ts';
import { alerts, dashboards, expressions, recordings } from './observability-files.ts';
import { readPromql, type Selector } from './promql.ts';

/** Metrics of other exporters, from their documentation. */
const foreign: Record<string, Record<string, readonly string[]>> = {
  prometheus: { ALERTS: ['alertname', 'alertstate', 'severity'] },
  'kube-state-metrics': {
    kube_deployment_spec_replicas: ['namespace', 'deployment'],
    kube_deployment_status_replicas_available: ['namespace', 'deployment'],
    kube_pod_container_resource_limits: ['namespace', 'pod', 'container', 'resource'],
  },
  'the kubelet (cadvisor)': {
    container_cpu_cfs_periods_total: ['namespace', 'pod', 'container'],
    container_cpu_cfs_throttled_periods_total: ['namespace', 'pod', 'container'],
    container_memory_working_set_bytes: ['namespace', 'pod', 'container'],
    kubelet_volume_stats_available_bytes: ['namespace', 'persistentvolumeclaim'],
    kubelet_volume_stats_capacity_bytes: ['namespace', 'persistentvolumeclaim'],
  },
  'node exporter': {
    node_filesystem_avail_bytes: ['instance', 'mountpoint', 'fstype'],
    node_filesystem_size_bytes: ['instance', 'mountpoint', 'fstype'],
  },
  'cert-manager': { certmanager_certificate_expiration_timestamp_seconds: ['namespace', 'name'] },
  'blackbox exporter': { probe_ssl_earliest_cert_expiry: ['instance'] },
};
const foreignMetrics = new Map(Object.values(foreign).flatMap((metrics) => Object.entries(metrics)));

/** Labels that a scrape adds. */
const targetLabels = ['instance', 'job'];
/** This system has no faults, so the values for faults do not occur. */
const neverSeen = new Set(['status', 'code']);

/** Metrics of the real system with their labels and values. */
const exposed = new Map<string, Map<string, Set<string>>>();
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem({ topology: 'many' });
  await useFeatures(system);
  for (const { name } of processes) {
    const page = await (await fetch(`${system.system.service(name).opsUrl}/metrics`)).text();
    for (const line of page.split('\n')) keep(line);
  }
});
afterAll(() => system.close());

/** Uses every feature that changes a metric once. */
async function useFeatures({ newcomer, visitor, system }: TestSystem): Promise<void> {
  const [ana, beto] = await Promise.all([newcomer('ana'), newcomer('beto')]);
  const { id } = await ana.createTribe(`Medidos ${ana.id}`);
  await beto.join(id);
  const stream = await beto.listen('/stream');
  const post = await ana.publish(id, { content: 'Una foto', pictures: [await png(60, 40)] });
  await beto.post(`/tribes/${id}/posts/${post.id}/comments`, { content: 'Qué bonita' });
  await beto.post(`/tribes/${id}/chat`, { content: 'Hola' });
  await visitor.fetch(post.images[0].url);
  await fetch(`${visitor.url}/`);
  stream.close();
  await system.settled();
  const vibes = `${system.service('vibes-realtime').opsUrl}/metrics`;
  const closed = async () => (await (await fetch(vibes)).text()).includes('route="/api/stream"');
  await until(closed, 'the stream is over');
}

function keep(line: string): void {
  const [, metric, labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
  if (metric === undefined) return;
  const known = exposed.get(metric) ?? new Map<string, Set<string>>();
  for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
    known.set(label, (known.get(label) ?? new Set()).add(value));
  exposed.set(metric, known);
}

/** Returns the labels of a metric; undefined for an unknown one. */
function labelsOf(metric: string): readonly string[] | undefined {
  const own = exposed.get(metric);
  if (own) return [...own.keys(), ...targetLabels];
  return foreignMetrics.get(metric) ?? labelsOfRecorded(metric);
}

function labelsOfRecorded(metric: string): string[] | undefined {
  const rules = recordings.filter(({ record }) => record === metric);
  if (rules.length === 0) return undefined;
  return rules.flatMap(({ expr, labels }) => {
    const { selectors, labels: existing } = readPromql(expr);
    const inherited = selectors.filter((each) => each.metric.includes(':')).flatMap((each) => labelsOf(each.metric));
    return [...Object.keys(labels), ...existing, ...inherited.filter((label) => label !== undefined)];
  });
}

/** Returns the unknown metrics and labels of a selector. */
function unknownIn({ metric, matchers }: Selector): string[] {
  const labels = labelsOf(metric);
  if (!labels) return [metric];
  return matchers
    .filter(({ label, operator, value }) => !labels.includes(label) || !isSeen(metric, label, operator, value))
    .map(({ label, operator, value }) => `${metric}{${label}${operator}"${value}"}`);
}

function isSeen(metric: string, label: string, operator: string, value: string): boolean {
  const values = exposed.get(metric)?.get(label);
  if (!values || operator.startsWith('!') || neverSeen.has(label) || value.startsWith('$')) return true;
  return operator === '=' ? values.has(value) : [...values].some((seen) => new RegExp(`^(?:${value})$`).test(seen));
}

test.each(expressions)('%s uses only exposed metrics and labels', (_where, expr) => {
  const { selectors, labels } = readPromql(expr);
  expect(selectors.length > 0 || expr.startsWith('vector(')).toBe(true);
  expect(selectors.flatMap(unknownIn)).toEqual([]);
  const known = new Set(selectors.flatMap(({ metric }) => labelsOf(metric) ?? []));
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

const labelsIn = (template: string): string[] =>
  [...template.matchAll(/\$labels\.(\w+)|\{\{(\w+)\}\}/g)].flatMap(([, alert, legend]) => alert ?? legend ?? []);

test('alerts and panels print only labels of their metrics', () => {
  const templates = [
    ...alerts.map(({ expr, annotations }) => [expr, Object.values(annotations).join(' ')] as const),
    ...dashboards.flatMap(([, { panels }]) =>
      panels.flatMap(({ targets }) => targets.map(({ expr, legendFormat }) => [expr, legendFormat] as const)),
    ),
  ];
  for (const [expr, template] of templates) {
    const known = new Set(readPromql(expr).selectors.flatMap(({ metric }) => labelsOf(metric) ?? []));
    expect([expr, labelsIn(template).filter((label) => !known.has(label))]).toEqual([expr, []]);
  }
});

test('the variables of a dashboard come from a metric and its label', () => {
  const choices = dashboards.flatMap(([, { templating }]) => templating.list.filter(({ datasource }) => datasource));
  for (const { query } of choices) {
    const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
    expect([query, labelsOf(metric)]).toEqual([query, expect.arrayContaining([label])]);
  }
});

test('an unknown metric is detected', () => {
  expect(readPromql('sum by (a) (rate(made_up_total{b="c"}[5m] offset 1h)) > bool 2 and on (d) x:y').selectors).toEqual(
    [
      { metric: 'made_up_total', matchers: [{ label: 'b', operator: '=', value: 'c' }] },
      { metric: 'x:y', matchers: [] },
    ],
  );
  const unknown = readPromql('dead_letters{consumer="nobody"} + dependency_up{shop="x"} + made_up_total').selectors;
  expect(unknown.flatMap(unknownIn)).toEqual([
    'dead_letters{consumer="nobody"}',
    'dependency_up{shop="x"}',
    'made_up_total',
  ]);
});
