import { beforeAll, describe, expect, test } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { processes } from '../../one/services.ts';
import { definitions } from '../definitions.ts';
import { allOf, type Manifest, render, wellEquipped } from './charts.ts';
import { containersOf, mainContainer, type Pod, podsOf } from './pods.ts';
import { refusedByRestricted } from './restricted.ts';

let full: readonly Manifest[];
let ours: Pod[];
let stores: Pod[];

beforeAll(async () => {
  const [minimal, everything, kind, infra] = await Promise.all([
    render('tribus', { values: ['helm/tribus/ci/minimal-values.yaml'] }),
    render('tribus', { values: ['helm/tribus/ci/full-values.yaml'], apiVersions: wellEquipped }),
    render('tribus', { values: ['helm/tribus/values-kind.yaml'] }),
    render('infra'),
  ]);
  full = everything;
  ours = [...podsOf(minimal), ...podsOf(everything), ...podsOf(kind)];
  stores = podsOf(infra);
});

test('each process of the system has a pod, and so has the web app', () => {
  const names = podsOf(full).map(({ labels }) => labels['app.kubernetes.io/name']);
  expect(names.sort()).toEqual(
    processes
      .map(({ name }) => name)
      .concat('web')
      .sort(),
  );
});

test('all pods, including the stores for development, satisfy the standard `restricted`', () => {
  const refused = [...ours, ...stores].map(({ title, spec }) => [title, refusedByRestricted(spec)]);
  expect(refused.filter(([, faults]) => faults?.length)).toEqual([]);
  expect(refused.length).toBe(3 * 10 + 6);
});

describe('the check of `restricted`', () => {
  const table: [string, (spec: IPodSpec) => unknown][] = [
    ['host namespaces', (spec) => Object.assign(spec, { hostPID: true })],
    ['sysctls', (spec) => Object.assign(spec.securityContext ?? {}, { sysctls: [{ name: 'x', value: '1' }] })],
    ['volume x', (spec) => spec.volumes?.push({ name: 'x', hostPath: { path: '/' } })],
    ['root of', (spec) => Object.assign(spec.securityContext ?? {}, { runAsNonRoot: false })],
    ['user 0 of', (spec) => Object.assign(spec.securityContext ?? {}, { runAsUser: 0 })],
    ['seccomp of', (spec) => Object.assign(spec, { securityContext: { runAsNonRoot: true } })],
    ['privileges of', (spec) => secure(spec, { privileged: true })],
    ['escalation of', (spec) => secure(spec, { allowPrivilegeEscalation: undefined })],
    ['capabilities of', (spec) => secure(spec, { capabilities: {} })],
    ['added capabilities of', (spec) => secure(spec, { capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] } })],
    ['proc of', (spec) => secure(spec, { procMount: 'Unmasked' })],
    [
      'host ports of',
      (spec) => Object.assign(spec.containers[0] ?? {}, { ports: [{ containerPort: 1, hostPort: 1 }] }),
    ],
  ];
  const secure = (spec: IPodSpec, more: object) =>
    Object.assign(spec.containers[0] ?? {}, { securityContext: { ...spec.containers[0]?.securityContext, ...more } });

  test.each(table)('detects %s', (fault, spoil) => {
    const spec = structuredClone(ours[0]?.spec ?? { containers: [] });
    spoil(spec);
    expect(refusedByRestricted(spec)).toContainEqual(expect.stringContaining(fault));
  });
});

test('every container has resource limits and a read-only root file system', () => {
  for (const { title, spec } of [...ours, ...stores]) {
    for (const { name, resources, securityContext } of containersOf(spec)) {
      const has = { requests: { cpu: expect.any(String), memory: expect.any(String) } };
      expect([title, name, resources]).toEqual([
        title,
        name,
        expect.objectContaining({ ...has, limits: { cpu: expect.any(String), memory: expect.any(String) } }),
      ]);
      expect([title, name, securityContext?.readOnlyRootFilesystem]).toEqual([title, name, true]);
    }
    expect([title, spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([title, false, false]);
  }
});

test('every long-running container has startup, readiness and liveness probes', () => {
  for (const { title, spec } of [...ours, ...stores].filter(({ spec }) => spec.restartPolicy !== 'OnFailure')) {
    for (const { startupProbe, readinessProbe, livenessProbe } of spec.containers) {
      const probes = { startupProbe, readinessProbe, livenessProbe };
      expect([title, Object.values(probes).every(Boolean)]).toEqual([title, true]);
    }
  }
});

test('an unavailable store makes a service unready, but does not restart it', () => {
  for (const { spec } of ours) {
    const paths = spec.containers.map((container) =>
      (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).map((probe) => container[probe]?.httpGet?.path),
    );
    expect(paths).toEqual([['/healthz', '/readyz', '/healthz']]);
  }
});

/** Processor seconds from spawn to ready, of the slowest process; the README of the chart lists each. */
const cpuSecondsToStart = 1.3;

test('a process can start within its probe even with only the requested share of a processor', () => {
  for (const { spec } of ours) {
    const { resources, startupProbe } = spec.containers[0] ?? {};
    const share = Number.parseInt(String(resources?.requests?.cpu), 10) / 1_000;
    const { periodSeconds = 0, failureThreshold = 0, timeoutSeconds = 1 } = startupProbe ?? {};
    expect(share * periodSeconds * failureThreshold).toBeGreaterThan(2 * cpuSecondsToStart);
    // A process without processor time responds late, and is not killed for it.
    expect(timeoutSeconds).toBeGreaterThanOrEqual(3);
  }
});

test('a pod is removed only after its replacement is ready', () => {
  for (const { metadata, spec } of allOf(full, Deployment.is))
    expect([metadata.name, spec?.strategy?.rollingUpdate, spec?.minReadySeconds]).toEqual([
      metadata.name,
      { maxUnavailable: 0, maxSurge: 1 },
      5,
    ]);
});

test('a pod waits for its removal from the endpoints and for running requests before it is killed', () => {
  for (const { title, spec } of ours) {
    const [container] = spec.containers;
    const pause = container?.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const drain = Number(container?.env?.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? 20);
    expect([title, pause, drain]).toEqual([title, 5, 20]);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + drain);
  }
});

test('each service with a Postgres database migrates it before it starts, with the same image and environment', () => {
  for (const { name, stores } of definitions) {
    const pod = podsOf(full).find(({ labels }) => labels['app.kubernetes.io/name'] === name);
    const migrations = pod?.spec.initContainers ?? [];
    const main = mainContainer(full, name);
    expect([name, migrations.map(({ image, args, env }) => ({ image, args, env }))]).toEqual([
      name,
      stores.includes('postgres') ? [{ image: main.image, args: ['migrate'], env: main.env }] : [],
    ]);
  }
});

test('pods of one service are spread over zones and nodes', () => {
  for (const { spec, labels } of ours) {
    const spread = spec.topologySpreadConstraints ?? [];
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ]);
    for (const { labelSelector } of spread) expect(labels).toMatchObject(labelSelector?.matchLabels ?? {});
  }
});
