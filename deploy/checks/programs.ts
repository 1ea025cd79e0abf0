import { describe, test } from '@jest/globals';

/**
 * `describe` and `test` for what needs a program of the machine, given its path. Where the project is checked for all
 * (CI) the program must be there, and what needs it fails without; elsewhere it is skipped.
 */
export const needing = (program: string | undefined) =>
  program || process.env.CI === 'true' ? { describe, test } : { describe: describe.skip, test: test.skip };
