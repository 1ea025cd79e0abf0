import { expect, test } from '@jest/globals';
import { flakyLines, readReport, withFault } from './test-report.ts';

const result = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
});

const whole = {
  wasInterrupted: false,
  numTotalTestSuites: 3,
  testResults: [
    {
      name: '/project/a.test.ts',
      status: 'passed',
      message: '',
      assertionResults: [result('passed', 'one'), result('pending', 'two')],
    },
    {
      name: '/project/services/b.test.ts',
      status: 'failed',
      message: 'all of it',
      assertionResults: [
        result('passed', 'three'),
        result('failed', 'four is told', '\u001b[31mExpected: 1\u001b[39m\n\nReceived: 2\n  at a\n  at b\n  at c'),
        result('failed', 'five', 'later'),
      ],
    },
    { name: '/project/c.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
};
const report = JSON.stringify(whole);

test('each file is counted separately; a file that could not run is a failure', () => {
  expect(
    readReport(report, '/project').files.map(({ file, passed, failed, skipped }) => [file, passed, failed, skipped]),
  ).toEqual([
    ['a.test.ts', 1, 0, 1],
    ['services/b.test.ts', 1, 2, 0],
    ['c.test.ts', 0, 1, 0],
  ]);
});

test('a flaky file is reported with its first failed test and the beginning of its message', () => {
  expect(readReport(report, '/project').files.slice(1).map(flakyLines)).toEqual([
    ['flaky: services/b.test.ts › four is told', '  Expected: 1', '  Received: 2', '    at a', '    at b'].join('\n'),
    'flaky: c.test.ts\n  Cannot find module',
  ]);
});

test('a file missing from the report fails the whole run, and so does an interruption', () => {
  const failureOf = (changes: object) => readReport(JSON.stringify({ ...whole, ...changes }), '/project').failure;
  expect(failureOf({})).toBeUndefined();
  expect(failureOf({ numTotalTestSuites: 5 })).toBe('2 files are not in the report');
  expect(failureOf({ wasInterrupted: true })).toBe('jest was interrupted');
});

test('a fault outside of tests fails their file, and does not hide its first failed test', () => {
  const [passed, failed] = readReport(report, '/project').files;
  if (!passed || !failed) throw new Error('the report has two files');
  expect(withFault(passed, 'the worker ended')).toMatchObject({ passed: 1, failed: 1 });
  expect(flakyLines(withFault(passed, 'the worker ended'))).toBe('flaky: a.test.ts\n  the worker ended');
  expect(flakyLines(withFault(failed, 'the worker ended'))).toBe(flakyLines(failed));
});
