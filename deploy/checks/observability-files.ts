import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '..', '..');
export const prometheusFolder = join(root, 'deploy', 'prometheus');
const grafanaFolder = join(root, 'deploy', 'grafana');

const Labels = z.record(z.string(), z.string());
const Recording = z.strictObject({ record: z.string(), expr: z.string(), labels: Labels.default({}) });
const Alert = z.strictObject({
  alert: z.string(),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
});
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      interval: z.string().optional(),
      rules: z.array(z.union([Recording, Alert])),
    }),
  ),
});
const RuleTests = z.object({
  tests: z.array(
    z.object({
      promql_expr_test: z.array(
        z.object({ expr: z.string(), exp_samples: z.array(z.object({ labels: z.string() })).default([]) }),
      ),
    }),
  ),
});

const Datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.string().regex(/^\$\{datasource\}$/) });
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), query: z.string(), datasource: Datasource.optional() })),
  }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      datasource: Datasource,
      targets: z.array(z.object({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
    }),
  ),
});
export type Dashboard = z.output<typeof Dashboard>;

const textOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const rules = Rules.parse(parse(textOf(prometheusFolder, 'rules.yaml'))).groups.flatMap((group) => group.rules);

export const recordings = rules.filter((rule) => 'record' in rule);
export const alerts = rules.filter((rule) => 'alert' in rule);
export const ruleTests = RuleTests.parse(parse(textOf(prometheusFolder, 'rules.test.yaml'))).tests.flatMap(
  (story) => story.promql_expr_test,
);

/** Deployed dashboards by file name. */
export const dashboards: readonly (readonly [string, Dashboard])[] = readdirSync(grafanaFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, Dashboard.parse(JSON.parse(textOf(grafanaFolder, name)))]);

/** Every PromQL expression with its location; Grafana's variables replaced by sample values. */
export const expressions: readonly (readonly [string, string])[] = [
  ...recordings.map(({ record, expr }) => [record, expr] as const),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(([name, { panels }]) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`${name}, ${title}`, expr.replaceAll('$__rate_interval', '5m')] as const),
    ),
  ),
];
