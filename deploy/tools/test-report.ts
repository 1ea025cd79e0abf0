import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Numbers of tests by result. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** jest's result of one test file. */
export interface FileResult extends Counts {
  /** Path relative to the project's root. */
  file: string;
  /** The first failed test and its message; only a message when the file could not run. */
  firstFailure?: { test?: string; message: string };
}

/** Parsed output of `jest --json`. */
export interface Report {
  files: FileResult[];
  /** A failure outside of all files; undefined when there is none. */
  failure: string | undefined;
}

/** Reads a report. A file that could not run counts as one failure. */
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

/** Returns a result with one additional failure outside of tests. */
export const withFault = (file: FileResult, message: string): FileResult => ({
  ...file,
  failed: file.failed + 1,
  firstFailure: file.firstFailure ?? { message: plain(message) },
});

/** Returns the lines about a file that failed and then passed alone. */
export function flakyLines({ file, firstFailure }: FileResult): string {
  const { test, message } = firstFailure ?? { message: '' };
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return [
    `flaky: ${[file, ...(test === undefined ? [] : [test])].join(' › ')}`,
    ...lines.slice(0, 4).map((line) => `  ${line}`),
  ].join('\n');
}

/** The fields of jest's report in use. */
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
