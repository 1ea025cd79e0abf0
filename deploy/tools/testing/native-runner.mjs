import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setGlobals } from './jest-globals.ts';
import { enterFile, recordFaults } from './worker-faults.ts';

/**
 * Plain JavaScript, because jest compiles the modules it loads and turns `import()` into `require`.
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
 * Runs a test file as Node runs a program: types are stripped, a module is loaded once per process, and compiled code is
 * cached on disk. jest itself loads every module for each file, which takes longer than the tests of most files. Order,
 * hooks, time limits and results are those of jest-circus.
 *
 * Files of one worker share their modules, so a test must revert its changes (a spy, a variable of the process).
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
  // A set-up file registers its hooks for each test file.
  const addressOf = (path) => pathToFileURL(path).href + (path === file ? '' : `?for=${files}`);
  // jest maps stack lines to sources; here they already are those of the sources.
  Error.prepareStackTrace = undefined;
  const loader = { setGlobalsForRuntime: setGlobals, unstable_importModule: (path) => import(addressOf(path)) };
  try {
    return await circus(globalConfig, config, environment, runtimeWith(loader, runtime), file, send);
  } finally {
    // Node writes the cache when a process exits, but jest's workers are killed.
    flushCompileCache();
  }
}

/**
 * Returns the functions of jest's runtime that the circus needs, with another loader of files.
 * @param {{ setGlobalsForRuntime(globals: object): void, unstable_importModule(path: string): Promise<unknown> }} loader
 * @param {Runtime} runtime
 */
export function runtimeWith(loader, runtime) {
  return {
    ...loader,
    requireInternalModule: requireFresh,
    unstable_shouldLoadAsEsm: () => true,
    requireModule: runtime.requireModule.bind(runtime),
    enterTestCode: runtime.enterTestCode.bind(runtime),
    leaveTestCode: runtime.leaveTestCode.bind(runtime),
  };
}

/** Loads the circus again, because it saves tests in its module and handlers in the globals. */
function requireFresh(path) {
  delete require.cache[path];
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'].includes(symbol.description)) delete globalThis[symbol];
  return require(path);
}
