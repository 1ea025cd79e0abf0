import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import { wholeDocument } from './document.ts';

/**
 * Checks the published API, joined from all services as in the gateway, against Redocly's recommended rules, on which
 * client generators rely. Warnings and unused exceptions also fail.
 */

/** Accepted findings with their reasons, by rule and path. */
const exceptions: Readonly<Record<string, string>> = Object.fromEntries(
  ['resolve', 'assignment', 'notes'].map((word) => [
    `no-ambiguous-paths #/paths/~1api~1reports~1{id}~1${word}`,
    'No case has the id `decisions`, and /api/reports/decisions/{id} has no method in common with it.',
  ]),
);

const pointerOf = ({ location: [first] }: NormalizedProblem): string => first?.pointer ?? '#/';
const keyOf = (problem: NormalizedProblem): string => `${problem.ruleId} ${pointerOf(problem)}`;

const problems = await lintFromString({
  source: JSON.stringify(wholeDocument()),
  absoluteRef: 'openapi.json',
  config: await createConfig({ extends: ['recommended'] }),
});
const found = new Set(problems.map(keyOf));
const findings = [
  ...problems
    .filter((problem) => !Object.hasOwn(exceptions, keyOf(problem)))
    .map((problem) => `${problem.severity} ${problem.ruleId} at ${pointerOf(problem)}: ${problem.message}`),
  ...Object.keys(exceptions)
    .filter((key) => !found.has(key))
    .map((key) => `error exception without a finding: ${key}`),
];
for (const finding of findings) process.stdout.write(`${finding}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
