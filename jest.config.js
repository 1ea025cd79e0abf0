/** One list of the kinds of tests; `npm run jest -- --selectProjects unit` runs one of them. */
const shared = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2023',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^@(limits|tags)/(.*)$': '<rootDir>/services/$2/$1.ts',
    '\\.(css|svg|woff2)$': '<rootDir>/frontend/testing/empty.ts',
  },
};

/** The stores of which each test file takes a part of its own. */
const stores = {
  globalSetup: '<rootDir>/deploy/tools/testing/global-setup.ts',
  globalTeardown: '<rootDir>/deploy/tools/testing/global-teardown.ts',
};

/** The stories also share a system and a browser. */
const browser = {
  globalSetup: '<rootDir>/frontend/e2e/global-setup.ts',
  globalTeardown: '<rootDir>/frontend/e2e/global-teardown.ts',
};

const kind = (displayName, testMatch, setup = stores) => ({ ...shared, ...setup, displayName, testMatch });

export default {
  testTimeout: 90_000,
  projects: [
    kind(
      'unit',
      [
        '<rootDir>/services/*/*.test.ts',
        '<rootDir>/services/*/src/**/*.test.ts',
        '<rootDir>/services/kit/!(tests)/*.test.ts',
        '<rootDir>/gateway/src/**/*.test.ts',
        '<rootDir>/deploy/{bench,demo,mongodb,one,stores,tools}/**/*.test.ts',
        '<rootDir>/frontend/src/**/*.test.{ts,tsx}',
      ],
      {},
    ),
    kind('service', ['<rootDir>/services/*/tests/**/*.test.ts', '<rootDir>/gateway/tests/**/*.test.ts']),
    kind('contract', ['<rootDir>/deploy/checks/**/*.test.ts']),
    kind('system', ['<rootDir>/deploy/system-tests/**/*.test.ts']),
    kind('browser', ['<rootDir>/frontend/e2e/**/*.test.ts'], browser),
  ],
};
