import { FileModules } from './file-modules.ts';
import { circus, runtimeWith } from './native-runner.mjs';
import { enterFile } from './worker-faults.ts';

/**
 * Large, and nothing of a file stays in them once what it rendered is gone. Other packages are loaded anew for each file
 * as the app's own modules are: they hold texts, answers, whether one is online, or the document.
 */
const sharedPackages = ['react', 'react-dom', 'scheduler', 'react-router', 'react-router-dom', 'lucide-react'];

/** What jest's runtime lets compile: what is imported stays so. */
const compileOptions = {
  isInternalModule: false,
  supportsStaticESM: true,
  supportsDynamicImport: true,
  supportsExportNamespaceFrom: true,
  supportsTopLevelAwait: true,
};

/**
 * Runs a file of the web app's tests in the process itself, as native-runner.mjs does, with modules of its own
 * (file-modules.ts) and a window of its own (frontend/testing/environment.ts).
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
    setGlobalsForRuntime: (given) => {
      globals = { ...given, jest };
      // The testing library looks for it to find out whether time is the test's.
      Object.assign(globalThis, { jest });
    },
    unstable_importModule: (path) => modules.import(path),
  };
  return circus(globalConfig, config, environment, runtimeWith(loader, runtime), file, send);
}
