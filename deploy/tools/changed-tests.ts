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
  /^deploy\/(tools\/testing|stores|mongodb)\//,
  // In the database of every service.
  /^services\/kit\/postgres\/migrations\//,
  /^\.npmrc$/,
];
/** A folder whose tests read more of it than they import: migrations, texts, words, files of children. */
const wholes = /^(services\/[^/]+|gateway|frontend|deploy\/[^/]+)\//;
/** They read what others import: the repository, or all sources of the web app. */
const readers: readonly { tests: RegExp; read: RegExp }[] = [
  { tests: /^deploy\/checks\//, read: /./ },
  { tests: /^frontend\/src\/(lib\/query-keys|locales\/|ui\/)/, read: /^frontend\/src\// },
  { tests: /^deploy\/demo\//, read: /^frontend\/src\/locales\// },
];
/** Stories are told to the system and the app as they are built: no import leads there. */
const stories = /^(deploy\/system-tests|frontend\/e2e)\//;
const partsOfSystem = /^(services\/[^/]+|gateway|frontend)\/(src|public|migrations|index\.html|vite)/;
const isModule = /\.tsx?$/;

export function affectedTests({ changed, tests, importing }: Change): string[] {
  if (changed.length === 0) return [];
  if (changed.some((path) => beneathAll.some((pattern) => pattern.test(path)))) return [...tests];
  const affected = new Set([...importing, ...changed.flatMap((path) => affectedBy(path, tests, importing))]);
  return tests.filter((test) => affected.has(test));
}

/** The tests that a changed path affects beside those that import it. */
function affectedBy(path: string, tests: readonly string[], importing: readonly string[]): string[] {
  const reading = readers.flatMap(({ tests: who, read }) =>
    read.test(path) ? tests.filter((test) => who.test(test)) : [],
  );
  const told = partsOfSystem.test(path) ? tests.filter((test) => stories.test(test)) : [];
  const [whole] = wholes.exec(path) ?? [];
  const own = tests.filter((test) => whole !== undefined && test.startsWith(whole));
  if (tests.includes(path)) return [path, ...reading];
  // A module that no test of its folder imports is read, or runs in a process or a window of its own.
  const isImported = isModule.test(path) && own.some((test) => importing.includes(test));
  return [...reading, ...told, ...(isImported ? [] : own)];
}
