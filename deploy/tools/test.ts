import { conclude, isKind, kinds, type Lanes, runLanes } from './test-run.ts';

/**
 * `npm test [kind …]`: runs the kinds of tests and closes with `N passed, N failed`, and `, N skipped` where some were.
 * A kind that could not run is a failure, and so is one that found no test. A file over stores, a system or a browser
 * that failed is run once more by itself; when it passes it counts as passed, and is named as flaky (docs/flaky.md).
 */

/** Made for two cores: whatever waits for stores, processes or screens leaves its core to the other lane. */
const lanes: Lanes = [
  [
    { kind: 'service', workers: 2 },
    { kind: 'system', workers: 2 },
  ],
  [
    { kind: 'unit', workers: 2 },
    { kind: 'contract', workers: 1 },
    { kind: 'browser', workers: 2 },
  ],
];

const words = process.argv.slice(2);
const unknown = words.filter((word) => !isKind(word));
if (unknown.length > 0) {
  process.stderr.write(`There is no kind of test called ${unknown.join(', ')}; there are ${kinds.join(', ')}.\n`);
  process.exit(2);
}
const asked = words.length > 0 ? words.filter(isKind) : kinds;

const runs = await runLanes(lanes, asked);
process.exitCode = (await conclude(runs, asked)) ? 0 : 1;
