/** One list of the kinds of tests; `npm run jest -- --selectProjects unit` runs one of them. */
const shared = {
  // jest searches every file below: these folders exclude dependencies and build output.
  roots: ['<rootDir>/deploy', '<rootDir>/frontend', '<rootDir>/gateway', '<rootDir>/proto', '<rootDir>/services'],
  setupFilesAfterEnv: ['<rootDir>/services/kit/testing/set-up.ts'],
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
    // One file of it instead of 1,700.
    '^lucide-react$': '<rootDir>/node_modules/lucide-react/dist/cjs/lucide-react.js',
    '^@(limits|tags|video-links)/(.*)$': '<rootDir>/services/$2/$1.ts',
    '\\.(css|svg|woff2)$': '<rootDir>/frontend/testing/empty.ts',
  },
};

/** The stores of which each test file takes a part of its own. */
const stores = {
  globalSetup: '<rootDir>/deploy/tools/testing/global-setup.ts',
  globalTeardown: '<rootDir>/deploy/tools/testing/global-teardown.ts',
};

/** The stories of a worker also share a system. */
const browser = {
  globalSetup: '<rootDir>/frontend/e2e/global-setup.ts',
  globalTeardown: '<rootDir>/frontend/e2e/global-teardown.ts',
};

/** Tests run as programs do, on modules that the files of a worker share. */
const native = {
  testRunner: '<rootDir>/deploy/tools/testing/native-runner.mjs',
  testEnvironment: '<rootDir>/deploy/tools/testing/native-environment.mjs',
};

/** The web app's: compiled, and each file has a window and modules of its own. */
const web = {
  testRunner: '<rootDir>/deploy/tools/testing/native-web-runner.mjs',
  testEnvironment: '<rootDir>/frontend/testing/bare-environment.ts',
  setupFilesAfterEnv: [...shared.setupFilesAfterEnv, '<rootDir>/frontend/testing/set-up.ts'],
  moduleNameMapper: {
    // As modules, of which each file has its own: they bind the document and register hooks when they are loaded.
    '^@testing-library/(dom|react)$': '<rootDir>/node_modules/@testing-library/$1/dist/@testing-library/$1.esm.js',
  },
};

/** Files that run in jest's own contexts, because they mock modules or set variables before modules are loaded. */
const isolated = {
  unit: ['<rootDir>/services/kit/grpc/names.test.ts', '<rootDir>/frontend/src/app/shell/notices.test.tsx'],
  service: ['<rootDir>/services/identity/tests/password-work.test.ts'],
};
const others = [...isolated.unit, ...isolated.service].map((path) => path.replace('<rootDir>', ''));

const kind = (displayName, testMatch, setup = stores) => ({ ...shared, ...setup, displayName, testMatch });
const nativeKind = (displayName, testMatch, setup = stores) => ({
  ...kind(displayName, testMatch, setup),
  ...native,
  testPathIgnorePatterns: ['/node_modules/', ...others],
});

export default {
  // Only ends a test that hangs; `until` names an unmet condition earlier.
  testTimeout: 600_000,
  projects: [
    kind('unit', isolated.unit, {}),
    kind('service', isolated.service),
    {
      ...nativeKind('unit', ['<rootDir>/frontend/src/**/*.test.{ts,tsx}'], {}),
      ...web,
      moduleNameMapper: { ...shared.moduleNameMapper, ...web.moduleNameMapper },
    },
    nativeKind(
      'unit',
      [
        '<rootDir>/services/*/*.test.ts',
        '<rootDir>/services/*/src/**/*.test.ts',
        '<rootDir>/services/kit/!(tests)/*.test.ts',
        '<rootDir>/gateway/src/**/*.test.ts',
        '<rootDir>/deploy/{bench,demo,mongodb,one,stores,tools}/**/*.test.ts',
      ],
      {},
    ),
    nativeKind('service', ['<rootDir>/services/*/tests/**/*.test.ts', '<rootDir>/gateway/tests/**/*.test.ts']),
    nativeKind('contract', ['<rootDir>/deploy/checks/**/*.test.ts']),
    nativeKind('system', ['<rootDir>/deploy/system-tests/**/*.test.ts']),
    nativeKind('browser', ['<rootDir>/frontend/e2e/**/*.test.ts'], browser),
  ],
};
