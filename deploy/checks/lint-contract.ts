import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import { wholeDocument } from './document.ts';

/**
 * Holds the published API, as the gateway joins it of all services, against the rules on which generators of clients
 * rely: those that Redocly recommends. A warning fails, too, and so does an exception that is needed no more.
 */

/** Accepted findings, each with its reason, by rule and path. */
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
