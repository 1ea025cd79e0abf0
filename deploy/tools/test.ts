import { conclude, isKind, kinds, runTests } from './test-run.ts';

/**
 * `npm test [kind …]`: runs the kinds of tests and closes with `N passed, N failed`, and `, N skipped` when some were.
 * A kind that could not run, or found no test, is a failure. A failed file over stores, a system or a browser is
 * repeated alone; a pass counts, and the file is reported as flaky (docs/flaky.md).
 */

const parameters = process.argv.slice(2);
const unknown = parameters.filter((word) => !isKind(word));
if (unknown.length > 0) {
  process.stderr.write(`Unknown kind of test: ${unknown.join(', ')}. Kinds: ${kinds.join(', ')}.\n`);
  process.exit(2);
}
const selected = parameters.length > 0 ? parameters.filter(isKind) : kinds;

const runs = await runTests(selected);
process.exitCode = (await conclude(runs, selected)) ? 0 : 1;
