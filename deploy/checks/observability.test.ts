import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { processes } from '../one/services.ts';
import { findOnPath } from '../stores/programs.ts';
import { alerts, dashboards, expressions, prometheusFolder, ruleTests } from './observability-files.ts';
import { needing } from './programs.ts';

const promtool = await findOnPath('promtool', process.env, ['--version']);
const { test: testWithPromtool } = needing(promtool);

async function ask(...args: string[]): Promise<string> {
  if (!promtool) throw new Error('promtool is not on the PATH; Debian has it in its package "prometheus"');
  try {
    return (await promisify(execFile)(promtool, args)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

describe('promtool', () => {
  testWithPromtool('takes the rules', async () => {
    expect(await ask('check', 'rules', join(prometheusFolder, 'rules.yaml'))).toContain('SUCCESS');
  });

  testWithPromtool('sees each alert fire when it should and not before', async () => {
    expect(await ask('test', 'rules', join(prometheusFolder, 'rules.test.yaml'))).toContain('SUCCESS');
  });

  testWithPromtool('takes every expression of the dashboards', async () => {
    const rules = expressions.map(([, expr], index) => ({ record: `panel:${index}`, expr }));
    const folder = await mkdtemp(join(tmpdir(), 'tribus-promql-'));
    try {
      const file = join(folder, 'rules.yaml');
      await writeFile(file, stringify({ groups: [{ name: 'dashboards', rules }] }));
      expect(await ask('check', 'rules', file)).toContain(`${rules.length} rules found`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('every alert', () => {
  const runbook = readFileSync(join(prometheusFolder, '..', '..', 'docs', 'runbook.md'), 'utf8');
  const sections = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section]),
  );
  const names = alerts.map(({ alert }) => alert);

  test('has a section in the runbook, in the same order, and every section has an alert', () => {
    expect([...sections.keys()]).toEqual(names);
  });

  test.each(alerts)('the section of $alert has a meaning, checks and steps', ({ alert, annotations, labels }) => {
    const section = sections.get(alert) ?? '';
    for (const part of ['**Means**', '**Look**', '**Do**']) expect(section).toContain(part);
    expect(section).toMatch(labels.severity === 'page' ? /\bPage\./ : /\bTicket[.;]/);
    expect(annotations.runbook_url).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
  });

  test('every heading the runbook links to exists', () => {
    const targets = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]);
    const anchors = names.map((name) => name.toLowerCase());
    expect(targets.filter((target) => !anchors.includes(target ?? ''))).toEqual([]);
  });

  test('fires in a test of the rules', () => {
    const seen = new Set(
      ruleTests.flatMap(({ exp_samples }) =>
        exp_samples.map(({ labels }) => /ALERTS\{.*alertname="(\w+)"/.exec(labels)?.[1]),
      ),
    );
    expect(names.filter((name) => !seen.has(name))).toEqual([]);
  });

  test('ServiceAbsent covers every process', () => {
    const absent = alerts.find(({ alert }) => alert === 'ServiceAbsent')?.expr ?? '';
    const covered = [...absent.matchAll(/service="([^"]+)"/g)].map((match) => match[1]);
    expect(covered.sort()).toEqual(processes.map(({ name }) => name).sort());
  });
});

describe.each(dashboards)('the dashboard %s', (file, { uid, panels, templating }) => {
  test('has a stable address, and takes its data source from a variable', () => {
    expect(uid).toBe(`tribus-${file.replace('.json', '')}`);
    expect(templating.list[0]).toMatchObject({ name: 'datasource', query: 'prometheus' });
  });

  test('has no overlapping panels, and unique panel titles', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const overlap = panels.filter(({ id, gridPos: a }) =>
      panels.some(
        ({ id: other, gridPos: b }) =>
          other !== id && a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h,
      ),
    );
    expect(overlap.map(({ title }) => title)).toEqual([]);
    expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([]);
  });
});
