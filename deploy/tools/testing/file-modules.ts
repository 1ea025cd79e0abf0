import { readFileSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON, isBuiltin, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm';

/** Context of a test file: the compiler, and modules that are replaced or shared. */
export interface FileContext {
  /** Compiles a TypeScript module to JavaScript; also returns the path of the source map. */
  compile(path: string): { code: string; sourceMapPath: string | null };
  /** Source maps for stack traces, by module path. */
  sourceMaps: Map<string, string>;
  /** jest's `moduleNameMapper`: pattern, and the file to load instead. */
  mapped: readonly (readonly [pattern: string, path: string])[];
  /** Packages without state of a test file: the worker loads them once, like all CommonJS. */
  shared: readonly string[];
  /** CommonJS packages in one file that keep a reference to the window at their load. */
  bound: readonly string[];
  /** Runs `load`, which loads a shared module outside of the context of this file. */
  loadShared<T>(load: () => T): T;
  /** Returns the exports of `@jest/globals`. */
  globals(): object;
}

interface Source {
  modified: number;
  code: string;
  sourceMapPath: string | null;
  /** V8's code cache of the first compilation. */
  cachedData?: Buffer;
}

/** Missing in the types of Node. */
interface CachingModule extends SourceTextModule {
  createCachedData(): Buffer;
}

const require = createRequire(import.meta.url);
const FROM = 'resolve-from:';

// Node resolves relative to the importing module; this makes it one that Node has not loaded.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith(FROM)) return next(specifier, context);
    const [parentURL, wanted] = JSON.parse(specifier.slice(FROM.length));
    return next(wanted, { ...context, parentURL });
  },
});

// Shared by the files of the worker, which resolve the same names.
const resolved = new Map<string, string>();
const sources = new Map<string, Source>();
const sharedModules = new Map<string, Module>();
const formats = new Map<string, boolean>();

/**
 * Modules of one test file: the app's own and those of packages are loaded for each file, so that no module state
 * passes between files. The worker shares only `FileContext.shared` and CommonJS.
 */
export class FileModules {
  readonly #context: FileContext;
  readonly #modules = new Map<string, Module>();

  constructor(context: FileContext) {
    this.#context = context;
  }

  /** Returns the namespace of the module at this path after its evaluation. */
  async import(path: string): Promise<object> {
    return (await this.#evaluated(path)).namespace;
  }

  async #evaluated(path: string): Promise<Module> {
    const module = this.#load(path);
    if (module instanceof SourceTextModule && module.status === 'unlinked') module.instantiate();
    await module.evaluate();
    return module;
  }

  #resolve(specifier: string, parent: string): string {
    if (specifier === '@jest/globals' || isBuiltin(specifier)) return specifier;
    for (const [pattern, path] of this.#context.mapped) {
      const match = new RegExp(pattern).exec(specifier);
      if (match) return path.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '');
    }
    const key = JSON.stringify([pathToFileURL(parent).href, specifier]);
    const known = resolved.get(key) ?? fileURLToPath(import.meta.resolve(FROM + key));
    resolved.set(key, known);
    return known;
  }

  /** Returns the module linked with all its imports. */
  #load(path: string): Module {
    const known = this.#modules.get(path);
    if (known) return known;
    if (path === '@jest/globals') return this.#keep(path, synthetic(path, { ...this.#context.globals() }));
    if (path.endsWith('.json')) {
      return this.#keep(path, synthetic(path, { default: JSON.parse(readFileSync(path, 'utf8')) }));
    }
    if (this.#isShared(path)) return this.#loadShared(path);
    const source = this.#sourceOf(path);
    const module = new SourceTextModule(source.code, {
      identifier: path,
      cachedData: source.cachedData,
      initializeImportMeta: (meta) => Object.assign(meta, describe(path)),
      importModuleDynamically: (specifier) => this.#evaluated(this.#resolve(specifier, path)),
    }) as CachingModule;
    source.cachedData ??= module.createCachedData();
    // Registered before its imports, because one of them may import it.
    this.#keep(path, module);
    module.linkRequests(module.moduleRequests.map(({ specifier }) => this.#load(this.#resolve(specifier, path))));
    return module;
  }

  #keep(path: string, module: Module): Module {
    this.#modules.set(path, module);
    return module;
  }

  #isShared(path: string): boolean {
    return (
      isBuiltin(path) || (path.includes('/node_modules/') && (isOf(this.#context.shared, path) || !isEsModule(path)))
    );
  }

  #loadShared(path: string): Module {
    if (isOf(this.#context.bound, path)) {
      delete require.cache[path];
      return this.#keep(path, synthetic(path, exportsOf(require(path))));
    }
    const known = sharedModules.get(path);
    if (known) return known;
    const module = synthetic(path, exportsOf(this.#context.loadShared(() => require(path))));
    sharedModules.set(path, module);
    return module;
  }

  #sourceOf(path: string): Source {
    const modified = statSync(path).mtimeMs;
    const known = sources.get(path);
    // With `jest --watch` a worker outlives a change.
    const source = known?.modified === modified ? known : { modified, ...this.#read(path) };
    sources.set(path, source);
    if (source.sourceMapPath) this.#context.sourceMaps.set(path, source.sourceMapPath);
    return source;
  }

  #read(path: string): { code: string; sourceMapPath: string | null } {
    if (/\.tsx?$/.test(path)) return this.#context.compile(path);
    return { code: readFileSync(path, 'utf8'), sourceMapPath: null };
  }
}

function synthetic(path: string, namespace: Readonly<Record<string, unknown>>): Module {
  const names = Object.keys(namespace);
  return new SyntheticModule(
    names,
    function fill(this: SyntheticModule) {
      for (const name of names) this.setExport(name, namespace[name]);
    },
    { identifier: path },
  );
}

/** Exports of a module; CommonJS also has all of them as its default, as in Node. */
const exportsOf = (loaded: object) =>
  types.isModuleNamespaceObject(loaded) ? { ...loaded } : { ...loaded, default: loaded };

/** Whether a file belongs to one of these packages. */
const isOf = (packages: readonly string[], path: string): boolean =>
  packages.some((name) => path.slice(path.lastIndexOf('/node_modules/')).startsWith(`/node_modules/${name}/`));

/** Properties of `import.meta`. */
const describe = (path: string): object => ({
  url: pathToFileURL(path).href,
  filename: path,
  dirname: path.slice(0, path.lastIndexOf('/')),
});

function isEsModule(path: string): boolean {
  if (/\.(mjs|esm\.js)$/.test(path)) return true;
  const known = formats.get(path);
  if (known !== undefined) return known;
  const description = findPackageJSON(pathToFileURL(path));
  const isEs = path.endsWith('.js') && !!description && JSON.parse(readFileSync(description, 'utf8')).type === 'module';
  formats.set(path, isEs);
  return isEs;
}
