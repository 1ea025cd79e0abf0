import { describe, test } from '@jest/globals';

/**
 * Returns `describe` and `test` for tests that need a program of the machine, given its path. In CI they fail when the
 * program is missing; elsewhere they are skipped.
 */
export const needing = (program: string | undefined) =>
  program || process.env.CI === 'true' ? { describe, test } : { describe: describe.skip, test: test.skip };
