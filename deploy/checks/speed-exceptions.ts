/** A line of a test that may depend on the clock of the machine. */
export interface SpeedException {
  file: string;
  /** A part of the line. */
  code: string;
  reason: string;
}

const wait = 'the one wait of all tests: it gives up by the clock, after a last check, and tries again in between';

export const speedExceptions: readonly SpeedException[] = [
  { file: 'services/kit/testing/until.ts', code: 'giveUpAt = performance.now() + withinMs', reason: wait },
  { file: 'services/kit/testing/until.ts', code: 'isLastCheck = performance.now() > giveUpAt', reason: wait },
  { file: 'services/kit/testing/until.ts', code: 'await delay(10)', reason: wait },
];
