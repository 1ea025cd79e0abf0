/** A line of a test that may depend on the clock of the machine. */
export interface SpeedException {
  file: string;
  /** A part of the line. */
  code: string;
  reason: string;
}

const wait = 'the one wait of all tests: it times out after a last check, and polls in between';
const slowRun = 'a delay for searching tests that depend on the speed of the machine; by default there is none';

export const speedExceptions: readonly SpeedException[] = [
  { file: 'services/kit/testing/until.ts', code: 'deadline = performance.now() + withinMs', reason: wait },
  { file: 'services/kit/testing/until.ts', code: 'isLastCheck = performance.now() > deadline', reason: wait },
  { file: 'services/kit/testing/until.ts', code: 'await delay(pauseMs)', reason: wait },
  { file: 'frontend/e2e/slowness.ts', code: 'await pause(waitLaterMs)', reason: slowRun },
  { file: 'frontend/e2e/slowness.ts', code: 'await pause(requestLaterMs)', reason: slowRun },
  {
    file: 'services/media/tests/inspection-slots.test.ts',
    code: 'sleep 0.05',
    reason: 'the program under test waits for a file by polling it; the test asserts who works and who waits',
  },
  {
    file: 'services/media/tests/killed-stripping.test.ts',
    code: 'sleep 0.05',
    reason: 'the program under test waits for a file by polling it; the test kills the process meanwhile',
  },
  {
    file: 'services/kit/grpc/grpc.test.ts',
    code: 'deadline: Date.now() + 100',
    reason: 'the deadline must pass while a peer never responds; the test asserts the code',
  },
  {
    file: 'services/kit/http/multipart.test.ts',
    code: 'msForResponse = (currentRequest()?.deadline ?? 0) - endedAt',
    reason: 'a lower bound that holds on every machine: the deadline is set after the end of the body was noted',
  },
];
