import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { tellGlobals } from './jest-globals.ts';
import { enterFile, recordFaults } from './worker-faults.ts';

/**
 * Plain JavaScript: jest compiles what it loads itself, and makes `require` of `import()`.
 * @typedef {{ requireModule(path: string): unknown, enterTestCode(): void, leaveTestCode(): void }} Runtime
 */

const require = createRequire(import.meta.url);
export const circus = require('jest-circus/runner').default;
const globals = import.meta.resolve('./jest-globals.ts');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});

recordFaults();

let files = 0;

/**
 * Runs a file of tests as Node runs a program: types are stripped, a module is loaded once in a process, and what it was
 * compiled to is kept on disk. jest's own way loads every module anew for each file, which takes longer than the tests
 * of most files. Order, hooks, time limits and results are those of jest-circus.
 *
 * Files of one worker share their modules: what a test changes in one (a spy, a variable of the process), it puts back.
 * @param {object} globalConfig
 * @param {object} config
 * @param {object} environment
 * @param {Runtime} runtime
 * @param {string} file
 * @param {unknown} send
 * @returns {Promise<object>} the results of its tests
 */
export default async function runNatively(globalConfig, config, environment, runtime, file, send) {
  files += 1;
  enterFile(file);
  // A set-up file registers hooks, and does so for each test file.
  const addressOf = (path) => pathToFileURL(path).href + (path === file ? '' : `?for=${files}`);
  // jest maps every line of every stack to sources; here the lines are those of the sources.
  Error.prepareStackTrace = undefined;
  const loader = { setGlobalsForRuntime: tellGlobals, unstable_importModule: (path) => import(addressOf(path)) };
  try {
    return await circus(globalConfig, config, environment, runtimeWith(loader, runtime), file, send);
  } finally {
    // Node writes it when a process exits, and jest's workers are killed.
    flushCompileCache();
  }
}

/**
 * What the circus asks of jest's runtime, with another way to load a file.
 * @param {{ setGlobalsForRuntime(globals: object): void, unstable_importModule(path: string): Promise<unknown> }} loader
 * @param {Runtime} runtime
 */
export function runtimeWith(loader, runtime) {
  return {
    ...loader,
    requireInternalModule: requireAnew,
    unstable_shouldLoadAsEsm: () => true,
    requireModule: runtime.requireModule.bind(runtime),
    enterTestCode: runtime.enterTestCode.bind(runtime),
    leaveTestCode: runtime.leaveTestCode.bind(runtime),
  };
}

/** The circus keeps its tests in its module, and its handlers beside the globals. */
function requireAnew(path) {
  delete require.cache[path];
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'].includes(symbol.description)) delete globalThis[symbol];
  return require(path);
}
