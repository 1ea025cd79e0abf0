/**
 * Which tests a change can affect. jest knows who imports what; this knows what tests read otherwise.
 */
interface Change {
  /** Paths from the root of the project, of what was written, renamed or deleted. */
  changed: readonly string[];
  /** All files of tests. */
  tests: readonly string[];
  /** Those that import something changed, themselves or through others. */
  importing: readonly string[];
}

/** What every test stands on: no import says so. */
const beneathAll = [
  /^(package|package-lock|jest\.config|tsconfig.*)\.js(on)?$/,
  /^proto\//,
  /^deploy\/(tools\/testing|stores)\//,
  /^\.npmrc$/,
];
/** A folder whose tests read more of it than they import: migrations, texts, words, files of children. */
const wholes = /^(services\/[^/]+|gateway|frontend|deploy\/[^/]+)\//;
/** They read the repository. */
const readsAnything = /^deploy\/checks\//;
const isModule = /\.tsx?$/;

export function affectedTests({ changed, tests, importing }: Change): string[] {
  if (changed.length === 0) return [];
  if (changed.some((path) => beneathAll.some((pattern) => pattern.test(path)))) return [...tests];
  const affected = new Set(importing);
  for (const test of tests) if (readsAnything.test(test) || changed.includes(test)) affected.add(test);
  for (const path of changed) {
    const [whole] = wholes.exec(path) ?? [];
    if (whole === undefined) continue;
    const own = tests.filter((test) => test.startsWith(whole));
    // A module that no test of its folder imports is read, or runs in a process or a window of its own.
    if (!isModule.test(path) || !own.some((test) => affected.has(test))) for (const test of own) affected.add(test);
  }
  return tests.filter((test) => affected.has(test));
}
