import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test [kind …]`: runs the kinds of tests one after another and closes with `N passed, N failed`, and
 * `, N skipped` where some were. A kind that could not run is a failure, and so is one that found no test.
 */
const kinds = ['unit', 'contract', 'service', 'system', 'browser'] as const;

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

const root = join(import.meta.dirname, '..', '..');

async function runKind(kind: string): Promise<Outcome> {
  const report = join(tmpdir(), `tribus-${kind}-${process.pid}.json`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', kind];
  const workers = kind === 'system' || kind === 'browser' ? '1' : '2';
  const code = await exitOf(process.execPath, [...args, '--maxWorkers', workers, '--json', '--outputFile', report]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const broken = numRuntimeErrorTestSuites + (numPassedTests + numFailedTests === 0 ? 1 : 0);
    const failed = numFailedTests + broken;
    return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: numPendingTests };
  } catch (error) {
    process.stdout.write(`The ${kind} tests could not run: ${error instanceof Error ? error.message : error}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(report, { force: true });
  }
}

function exitOf(program: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const counts = ({ passed, failed, skipped }: Outcome, separator: string): string =>
  [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(separator);

const asked = process.argv.slice(2);
const total: Outcome = { passed: 0, failed: 0, skipped: 0 };
for (const kind of kinds.filter((name) => asked.length === 0 || asked.includes(name))) {
  const began = Date.now();
  const outcome = await runKind(kind);
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stdout.write(`${kind}: ${counts(outcome, ' and ')} in ${seconds} s\n`);
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  total.skipped += outcome.skipped;
}
process.stdout.write(`${counts(total, ', ')}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
