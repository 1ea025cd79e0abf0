import { readFileSync, statSync } from 'node:fs';
import { createRequire, findPackageJSON, isBuiltin, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { type Module, SourceTextModule, SyntheticModule } from 'node:vm';

/** What a file of tests is given: how its sources are compiled, and what is not loaded as it is named. */
export interface FileContext {
  /** Returns a module of TypeScript as JavaScript, and the file that maps its lines. */
  compile(path: string): { code: string; sourceMapPath: string | null };
  /** Where stack traces look for such a file, by the path of the module. */
  sourceMaps: Map<string, string>;
  /** jest's `moduleNameMapper`: the first pattern that fits, and the file that is loaded instead. */
  mapped: readonly (readonly [pattern: string, path: string])[];
  /** Packages that keep nothing of a file: the worker loads them once. So it does with all CommonJS. */
  shared: readonly string[];
  /** CommonJS packages in one file that keep the window they find when they are loaded. */
  bound: readonly string[];
  /** Runs `load`, which loads a shared module: what it finds at that moment must not be of this file. */
  loadShared<T>(load: () => T): T;
  /** What `@jest/globals` exports. */
  globals(): object;
}

interface Source {
  modified: number;
  code: string;
  sourceMapPath: string | null;
  /** What V8 made of it the first time. */
  cachedData?: Buffer;
}

/** The types of Node lack it. */
interface CachingModule extends SourceTextModule {
  createCachedData(): Buffer;
}

const require = createRequire(import.meta.url);
const FROM = 'resolve-from:';

// Node resolves from the module that asks; this makes it one that Node has not loaded.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith(FROM)) return next(specifier, context);
    const [parentURL, wanted] = JSON.parse(specifier.slice(FROM.length));
    return next(wanted, { ...context, parentURL });
  },
});

// Of the worker: files ask for the same again and again.
const resolved = new Map<string, string>();
const sources = new Map<string, Source>();
const sharedModules = new Map<string, Module>();
const formats = new Map<string, boolean>();

/**
 * The modules of one file of tests: the app's own and those of packages are its own and are loaded anew, so that no state
 * of a module passes from file to file. Only what `FileContext.shared` names is the worker's, and so is CommonJS.
 */
export class FileModules {
  readonly #context: FileContext;
  readonly #modules = new Map<string, Module>();

  constructor(context: FileContext) {
    this.#context = context;
  }

  /** Returns the namespace of the module at this path after it has been evaluated. */
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

  /** The module with all that it imports, linked. */
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
    // Before those that it imports: one of them may import it.
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

/** What a module exports; one of CommonJS has all as its default, too, as it is in Node. */
const exportsOf = (loaded: object) =>
  types.isModuleNamespaceObject(loaded) ? { ...loaded } : { ...loaded, default: loaded };

/** Whether a file belongs to one of these packages. */
const isOf = (packages: readonly string[], path: string): boolean =>
  packages.some((name) => path.slice(path.lastIndexOf('/node_modules/')).startsWith(`/node_modules/${name}/`));

/** What `import.meta` says. */
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
