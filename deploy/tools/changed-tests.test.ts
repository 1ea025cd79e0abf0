import { expect, test } from '@jest/globals';
import { affectedTests } from './changed-tests.ts';

const tests = [
  'deploy/checks/words.test.ts',
  'deploy/system-tests/stories.test.ts',
  'frontend/e2e/posts.test.ts',
  'frontend/src/features/posts/composer.test.tsx',
  'frontend/src/lib/query-keys.test.ts',
  'services/content/tests/posts.test.ts',
  'services/content/tests/drafts.test.ts',
  'services/tribes/tests/bans.test.ts',
];
const affected = (changed: string[], importing: string[] = []) => affectedTests({ changed, tests, importing });

test('no test is affected without a change', () => {
  expect(affected([])).toEqual([]);
});

test('a module affects the tests that import it, and those that read the repository', () => {
  const importing = ['services/content/tests/drafts.test.ts', 'deploy/system-tests/stories.test.ts'];
  expect(affected(['services/content/src/drafts.ts'], importing)).toEqual([
    'deploy/checks/words.test.ts',
    'deploy/system-tests/stories.test.ts',
    'frontend/e2e/posts.test.ts',
    'services/content/tests/drafts.test.ts',
  ]);
});

test('a changed test does not cover a changed module next to it that no test imports', () => {
  const changed = ['services/content/src/worker-of-a-child.ts', 'services/content/tests/posts.test.ts'];
  expect(affected(changed)).toContain('services/content/tests/drafts.test.ts');
});

test('a module of the web app affects the tests that read all of its sources, and the browser tests', () => {
  expect(affected(['frontend/src/features/posts/api.ts'], ['frontend/src/features/posts/composer.test.tsx'])).toEqual([
    'deploy/checks/words.test.ts',
    'deploy/system-tests/stories.test.ts',
    'frontend/e2e/posts.test.ts',
    'frontend/src/features/posts/composer.test.tsx',
    'frontend/src/lib/query-keys.test.ts',
  ]);
});

test('a file that is not imported affects all tests of its folder, and the system tests', () => {
  const ofContent = [
    'deploy/checks/words.test.ts',
    'deploy/system-tests/stories.test.ts',
    'frontend/e2e/posts.test.ts',
    'services/content/tests/posts.test.ts',
    'services/content/tests/drafts.test.ts',
  ];
  expect(affected(['services/content/migrations/0009-drafts.sql'])).toEqual(ofContent);
  expect(affected(['services/content/src/worker-of-a-child.ts'])).toEqual(ofContent);
});

test('a document affects only the tests that read documents', () => {
  expect(affected(['docs/flaky.md'])).toEqual(['deploy/checks/words.test.ts']);
});

test('a changed test affects itself', () => {
  const changed = 'services/tribes/tests/bans.test.ts';
  expect(affected([changed])).toEqual(['deploy/checks/words.test.ts', changed]);
});

test.each([
  'package-lock.json',
  'jest.config.js',
  'proto/tribes/v1/service.proto',
  'deploy/stores/stores.ts',
  'deploy/mongodb/server.ts',
  'services/kit/postgres/migrations/0001-outbox.sql',
])('%s affects every test', (path) => {
  expect(affected([path])).toEqual(tests);
});
