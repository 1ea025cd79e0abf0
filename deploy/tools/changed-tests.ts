/**
 * Selects the tests that a change can affect. jest provides the imports; this adds the files that tests read otherwise.
 */
interface Change {
  /** Paths of written, renamed and deleted files, relative to the project's root. */
  changed: readonly string[];
  /** All test files. */
  tests: readonly string[];
  /** Tests that import a changed file, directly or indirectly. */
  importing: readonly string[];
}

/** Files that affect every test without being imported. */
const affectingAll = [
  /^(package|package-lock|jest\.config|tsconfig.*)\.js(on)?$/,
  /^proto\//,
  /^deploy\/(tools\/testing|stores|mongodb)\//,
  // Applied to the database of every service.
  /^services\/kit\/postgres\/migrations\//,
  /^\.npmrc$/,
];
/** A folder whose tests read more of it than they import: migrations, texts, child processes. */
const folders = /^(services\/[^/]+|gateway|frontend|deploy\/[^/]+)\//;
/** Tests that read files without importing them: the repository, or all sources of the web app. */
const sourceChecks: readonly { tests: RegExp; read: RegExp }[] = [
  { tests: /^deploy\/checks\//, read: /./ },
  { tests: /^frontend\/src\/(lib\/query-keys|locales\/|ui\/)/, read: /^frontend\/src\// },
  { tests: /^deploy\/demo\//, read: /^frontend\/src\/locales\// },
];
/** These tests run the built system and app, without importing them. */
const systemTests = /^(deploy\/system-tests|frontend\/e2e)\//;
const systemSources = /^(services\/[^/]+|gateway|frontend)\/(src|public|migrations|index\.html|vite)/;
const isModule = /\.tsx?$/;

export function affectedTests({ changed, tests, importing }: Change): string[] {
  if (changed.length === 0) return [];
  if (changed.some((path) => affectingAll.some((pattern) => pattern.test(path)))) return [...tests];
  const affected = new Set([...importing, ...changed.flatMap((path) => affectedBy(path, tests, importing))]);
  return tests.filter((test) => affected.has(test));
}

/** Returns the tests that a changed path affects besides those that import it. */
function affectedBy(path: string, tests: readonly string[], importing: readonly string[]): string[] {
  const sourceTests = sourceChecks.flatMap(({ tests: checks, read }) =>
    read.test(path) ? tests.filter((test) => checks.test(test)) : [],
  );
  const onSystem = systemSources.test(path) ? tests.filter((test) => systemTests.test(test)) : [];
  const [folder] = folders.exec(path) ?? [];
  const own = tests.filter((test) => folder !== undefined && test.startsWith(folder));
  if (tests.includes(path)) return [path, ...sourceTests];
  // A module that no test of its folder imports is read as a file, or runs in its own process or window.
  const isImported = isModule.test(path) && own.some((test) => importing.includes(test));
  return [...sourceTests, ...onSystem, ...(isImported ? [] : own)];
}
