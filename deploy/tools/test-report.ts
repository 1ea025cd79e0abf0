import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How many tests ended how. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What a run of jest says of one file of tests. */
export interface FileResult extends Counts {
  /** Its path from the root of the project. */
  file: string;
  /** The first test that failed, and what it said; of a file that could not be run, only what was said. */
  firstFailure?: { test?: string; message: string };
}

/** What `jest --json` wrote. */
export interface Report {
  files: FileResult[];
  /** What no file of it explains; undefined for nothing. */
  failure: string | undefined;
}

/** Reads a report. A file that could not be run counts as one failure. */
export function readReport(report: string, root: string): Report {
  const parsed: JestReport = JSON.parse(report);
  return { files: filesOf(parsed.testResults, root), failure: failureOf(parsed) };
}

function failureOf({ testResults, numTotalTestSuites, wasInterrupted }: JestReport): string | undefined {
  if (wasInterrupted) return 'jest was interrupted';
  const missing = numTotalTestSuites - testResults.length;
  return missing > 0 ? `${missing} files are not in the report` : undefined;
}

function filesOf(testResults: JestReport['testResults'], root: string): FileResult[] {
  return testResults.map(({ name, status, message, assertionResults }) => {
    const count = (which: string) => assertionResults.filter((result) => result.status === which).length;
    const counts = { passed: count('passed'), failed: count('failed'), skipped: count('pending') };
    const file = { file: relative(root, name), ...counts };
    const failed = assertionResults.find((result) => result.status === 'failed');
    if (failed)
      return { ...file, firstFailure: { test: failed.fullName, message: plain(failed.failureMessages[0] ?? '') } };
    return status === 'failed' ? { ...file, failed: 1, firstFailure: { message: plain(message) } } : file;
  });
}

/** Returns a result with one failure more, which is no test's. */
export const withFault = (file: FileResult, message: string): FileResult => ({
  ...file,
  failed: file.failed + 1,
  firstFailure: file.firstFailure ?? { message: plain(message) },
});

/** The lines that tell of a file that failed and, run once more by itself, passed. */
export function flakyLines({ file, firstFailure }: FileResult): string {
  const { test, message } = firstFailure ?? { message: '' };
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [
    `flaky: ${[file, ...(test === undefined ? [] : [test])].join(' › ')}`,
    ...lines.slice(0, 4).map((line) => `  ${line}`),
  ].join('\n');
}

/** The part of jest's report that is read. */
interface JestReport {
  wasInterrupted: boolean;
  numTotalTestSuites: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const plain = (text: string): string => stripVTControlCharacters(text).trim();
