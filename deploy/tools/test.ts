import { conclude, type Part, type Run, runPart } from './test-run.ts';

/**
 * `npm test [kind …]`: runs the kinds of tests and closes with `N passed, N failed`, and `, N skipped` where some were.
 * A kind that could not run is a failure, and so is one that found no test. A file over stores, a system or a browser
 * that failed is run once more by itself; when it passes it counts as passed, and is named as flaky (docs/flaky.md).
 */

/**
 * Step after step; the parts of a step run beside each other. Made for two cores: unit tests keep both busy, the others
 * wait for stores, processes and screens a third of their time.
 */
const steps: readonly (readonly Part[])[] = [
  [{ kind: 'unit', workers: 2 }],
  [
    { kind: 'contract', workers: 1 },
    { kind: 'service', workers: 2 },
  ],
  [
    { kind: 'system', workers: 1 },
    { kind: 'browser', workers: 2 },
  ],
];

const asked = process.argv.slice(2);
const runs: Run[] = [];
for (const step of steps) {
  const parts = step.filter(({ kind }) => asked.length === 0 || asked.includes(kind));
  runs.push(...(await Promise.all(parts.map((part) => runPart(part)))));
}
process.exitCode = (await conclude(runs)) ? 0 : 1;
