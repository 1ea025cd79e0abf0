import { beforeAll, expect, test } from '@jest/globals';
import { helm, type Manifest, render, requiredOfTests, titleOf, wellEquipped } from './charts.ts';
import { faultsOf, withPlanted } from './typed.ts';

const cases = {
  minimal: ['helm/tribus/ci/minimal-values.yaml'],
  full: ['helm/tribus/ci/full-values.yaml'],
  kind: ['helm/tribus/values-kind.yaml'],
};
let full: readonly Manifest[];
let all: readonly Manifest[];

beforeAll(async () => {
  const [minimal, everything, kind, infra] = await Promise.all([
    render('tribus', { values: cases.minimal }),
    render('tribus', { values: cases.full, apiVersions: wellEquipped }),
    render('tribus', { values: cases.kind }),
    render('infra'),
  ]);
  full = everything;
  all = [...minimal, ...everything, ...kind, ...infra];
});

test.each(Object.entries(cases))('helm lint reports nothing for the %s values', async (_name, [file = '']) => {
  const report = await helm('lint', '--strict', 'helm/tribus', '--values', file, requiredOfTests);
  expect(report).toContain('0 chart(s) failed');
  expect(report).not.toMatch(/\[(WARNING|ERROR)\]/);
});

test('helm lint reports nothing for the stores for development', async () => {
  expect(await helm('lint', '--strict', 'helm/infra')).toContain('0 chart(s) failed');
});

test('every object has a Kubernetes type and only its fields', async () => {
  expect(all.length).toBeGreaterThan(180);
  expect(await faultsOf(all)).toEqual([]);
});

test('an unknown or missing field, a wrong type or a value out of bounds is detected', async () => {
  const one = (kind: string) => {
    const object = full.find((candidate) => candidate.kind === kind);
    if (!object) throw new Error(`no ${kind}`);
    return object;
  };
  const planted: [string, string, unknown][] = [
    ['Deployment', 'imagee', 'x'],
    ['Deployment', 'metadata.lables', {}],
    ['Deployment', 'spec.template.spec.containers.0.imagee', 'x'],
    ['Deployment', 'spec.template.spec.containers.0.env.0.valueFrom', { configMapKeyRef: { nmae: 'x', key: 'y' } }],
    ['Deployment', 'spec.template.spec.containers.0.readinessProbe.httpGet.prot', 1],
    ['Deployment', 'spec.template.spec.containers.0.imagePullPolicy', 'Sometimes'],
    ['Deployment', 'spec.template.spec.containers.0.livenessProbe.periodSeconds', '10'],
    ['Deployment', 'spec.template.spec.containers.0.name', undefined],
    ['Deployment', 'spec.template.spec.securityContext.runAsNonRot', true],
    ['Service', 'spec.ports.0.portt', 1],
    ['NetworkPolicy', 'spec.ingress.0.form', []],
    ['HorizontalPodAutoscaler', 'spec.metrics.0.resource.target.averageUtilisation', 1],
    ['PodDisruptionBudget', 'spec.maxUnavailble', 1],
    ['Ingress', 'spec.rules.0.http.paths.0.pathTyp', 'Prefix'],
    ['HTTPRoute', 'spec.rules.0.backendRef', []],
    ['ServiceMonitor', 'spec.endpoints.0.honourLabels', true],
    ['ServiceMonitor', 'spec.endpoints.0.interval', 'soon'],
    ['PrometheusRule', 'spec.groups.0.rules.0.exprs', 'up'],
  ];
  const objects = planted.map(([kind, path, value]) => withPlanted(one(kind), path, value));
  for (const [index, object] of objects.entries()) {
    object.metadata = { ...object.metadata, name: `planted-${index}` };
  }
  const faults = await faultsOf(objects);
  const found = objects.filter((object) => faults.some((fault) => fault.startsWith(`${titleOf(object)}:`)));
  expect(found.map(titleOf)).toEqual(objects.map(titleOf));
});
