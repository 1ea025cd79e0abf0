import { FileModules } from './file-modules.ts';
import { circus, runtimeWith } from './native-runner.mjs';
import { enterFile } from './worker-faults.ts';

/**
 * Large packages that keep no state of a file after its unmount. Other packages are loaded for each file like the app's
 * modules, because they contain texts, responses, online state, or the document.
 */
const sharedPackages = ['react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'lucide-react'];

/** Compiler options of jest's runtime: imports stay imports. */
const compileOptions = {
  isInternalModule: false,
  supportsStaticESM: true,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsTopLevelAwait: true,
};

/**
 * Runs a test file of the web app in the process itself, like native-runner.mjs, with its own modules (file-modules.ts)
 * and its own window (frontend/testing/environment.ts).
 * @param {object} globalConfig
 * @param {{ moduleNameMapper: [string, string][] }} config
 * @param {{ jest: object, loadShared<T>(load: () => T): T }} environment
 * @param {object} runtime
 * @param {string} file
 * @param {unknown} send
 * @returns {Promise<object>} the results of its tests
 */
export default function runInWindow(globalConfig, config, environment, runtime, file, send) {
  enterFile(file);
  const { jest } = environment;
  const sourceMaps = runtime.getSourceMaps();
  let globals = {};
  const modules = new FileModules({
    compile: (path) => ({
      code: runtime.transformCache.transform(path, compileOptions),
      sourceMapPath: sourceMaps.get(path) ?? null,
    }),
    sourceMaps,
    mapped: config.moduleNameMapper,
    shared: sharedPackages,
    bound: ['axe-core', 'uplot'],
    loadShared: environment.loadShared.bind(environment),
    globals: () => globals,
  });
  const loader = {
    setGlobalsForRuntime: (ofCircus) => {
      globals = { ...ofCircus, jest };
      // The testing library checks for it to detect a fake clock.
      Object.assign(globalThis, { jest });
    },
    unstable_importModule: (path) => modules.import(path),
  };
  return circus(globalConfig, config, environment, runtimeWith(loader, runtime), file, send);
}
