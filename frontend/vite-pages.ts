import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';

const LANGUAGES = ['es', 'en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

/** The result of src/app/first-view.tsx for a screen. */
export interface FirstView {
  /** The HTML of the screen for visitors; '' leaves it to the app. */
  html: string;
  title: string;
  description: string;
}

/**
 * A page of the build, `pages/{name}.{language}.html`: servers return the one of its name for `/{name}`, the front page
 * for `/`, and `index` for every other address.
 */
interface PageEntry {
  name: string;
  /** The modules that its screen needs in addition to the entry, by the ends of their paths. */
  modules: (language: Language) => string[];
  /** Scripts of public/, run before the first paint. */
  scripts: readonly string[];
}

const LATER = ['app/later-screens.tsx', 'lib/later-texts.ts'];
const texts = (language: Language, ...names: string[]): string[] => [
  `locales/${language}.json`,
  ...names.map((name) => `locales/${language}/${name}.json`),
];

/** The entry screens of visitors have a first view; every other address has the page `index`. */
const PAGES: readonly PageEntry[] = [
  { name: 'index', modules: (language) => [...texts(language), ...LATER, 'ui/skeleton.tsx'], scripts: [] },
  { name: 'front-page', modules: (language) => [...texts(language), 'app/home-screen.tsx'], scripts: ['landing.js'] },
  { name: 'login', modules: (language) => [...texts(language), 'account/login-page.tsx'], scripts: [] },
  { name: 'register', modules: (language) => [...texts(language), 'account/register-page.tsx'], scripts: [] },
  {
    name: 'hominini',
    modules: (language) => [...texts(language, 'members', 'tribe'), ...LATER, 'app/hominini-screen.tsx'],
    scripts: ['hominini.js'],
  },
];

/**
 * Writes the pages of the app from index.html: for each language those with a first view, and one for all other
 * addresses.
 */
export function languagePages(resolve: UserConfig['resolve']): Plugin {
  return {
    name: 'language-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('the build has no index.html for the pages');
        // Each page determines the order in which its code loads.
        const plain = String(index.source).replaceAll(/ *<link rel="modulepreload"[^>]*>\n?/g, '');
        const render = await firstViewRenderer(resolve);
        const styles = new StyleRules();
        const chunks = new ChunkGraph(bundle);
        const made: { fileName: string; html: (stylesheet: string) => string }[] = [];
        for (const language of LANGUAGES) {
          for (const page of PAGES) {
            const view = await render(page.name, language);
            const html = styles.extractFrom(view.html);
            const parts = { language, page, view: { ...view, html }, chunks };
            made.push({
              fileName: `pages/${page.name}.${language}.html`,
              html: (stylesheet) => composePage(plain, { ...parts, stylesheet }),
            });
          }
        }
        const source = styles.css();
        const stylesheet = `assets/first-view-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.css`;
        this.emitFile({ type: 'asset', fileName: stylesheet, source });
        for (const { fileName, html } of made) this.emitFile({ type: 'asset', fileName, source: html(stylesheet) });
      },
    },
  };
}

interface PageParts {
  language: Language;
  page: PageEntry;
  view: FirstView;
  chunks: ChunkGraph;
  stylesheet: string;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Throws when index.html lacks the replaced text. */
function composePage(index: string, { language, page, view, chunks, stylesheet }: PageParts): string {
  const { entry } = chunks;
  const needed = chunks.neededBy([entry, ...chunks.filesOf(page.modules(language))]);
  const later = chunks.neededBy(chunks.filesOf(LATER)).filter((file) => !needed.includes(file));
  const listed = (files: readonly string[]): string => files.map((file) => `/${file}`).join(' ');
  // On a page with a first view the code loads after it.
  const start = `<script async src="/start.js" data-entry="/${entry}" data-needed="${listed(needed)}" data-later="${listed(later)}"></script>`;
  const hints = needed.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
  // Not painted in parts: the form in the middle of the window would move with each part that arrives.
  const whole = '<link rel="expect" href="#first-view-end" blocking="render">';
  const head = view.html ? `<link rel="stylesheet" href="/${stylesheet}">${whole}` : hints;
  const scripts = page.scripts.map((name) => `<script src="/${name}"></script>`).join('');
  const replacements: [RegExp, (found: string) => string][] = [
    [/<html lang="es"/, () => `<html lang="${language}"${view.html ? ' data-view' : ''}`],
    [/<title>.*?<\/title>/, () => `<title>${escapeHtml(view.title)}</title>`],
    [/(?<=<meta name="description" content=")[^"]*/, () => escapeHtml(view.description)],
    // Before the styles: a script waits for stylesheets before it.
    [/<script src="\/theme\.js"><\/script>/, (found) => `${found}${scripts}`],
    [/<script type="module"[^>]*><\/script>/, (found) => (view.html ? start : found)],
    [/<\/head>/, (found) => `${head}${found}`],
    [
      /(?<=<div id="root">.*<\/div>)(?=<\/div>)/,
      () => (view.html ? `<div id="first-view">${view.html}<i id="first-view-end" hidden></i></div>` : ''),
    ],
  ];
  return replacements.reduce((html, [pattern, replace]) => {
    if (!pattern.test(html)) throw new Error(`index.html has no match for ${pattern}`);
    return html.replace(pattern, replace);
  }, index);
}

/** The imports of each file of the build. */
class ChunkGraph {
  readonly entry: string;
  readonly #chunks: Rolldown.OutputChunk[];

  constructor(bundle: Rolldown.OutputBundle) {
    this.#chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const entry = this.#chunks.find(({ isEntry }) => isEntry);
    if (!entry) throw new Error('the build has no entry');
    this.entry = entry.fileName;
  }

  /** Returns the files with these modules. Throws when one is missing. */
  filesOf(modules: readonly string[]): string[] {
    return modules.map((name) => {
      const chunk = this.#chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${name}`)));
      const other = this.#chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${name}`)));
      const found = chunk ?? other;
      if (!found) throw new Error(`the build has no ${name}`);
      return found.fileName;
    });
  }

  /** Returns these files and all their imports, each once. */
  neededBy(files: readonly string[]): string[] {
    const needed = new Set<string>();
    const add = (file: string): void => {
      if (needed.has(file)) return;
      needed.add(file);
      this.#chunks.find(({ fileName }) => fileName === file)?.imports.forEach(add);
    };
    files.forEach(add);
    return [...needed];
  }
}

/** The content security policy forbids style attributes: their rules move into a stylesheet that all pages share. */
class StyleRules {
  readonly #rules: string[] = [];

  extractFrom(html: string): string {
    return html.replace(/ style="([^"]*)"/g, (_attribute, text: string) => {
      const rule = text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
      if (!this.#rules.includes(rule)) this.#rules.push(rule);
      return ` data-style="${this.#rules.indexOf(rule)}"`;
    });
  }

  css(): string {
    return this.#rules.map((rule, index) => `[data-style="${index}"]{${rule}}`).join('\n');
  }
}

/** src/app/first-view.tsx, which runs here as in the browser, but without one. */
async function firstViewRenderer(
  resolve: UserConfig['resolve'],
): Promise<(name: string, language: Language) => Promise<FirstView>> {
  const folder = `${import.meta.dirname}/node_modules/.first-view`;
  await build({
    configFile: false,
    root: import.meta.dirname,
    plugins: [react()],
    ...(resolve && { resolve }),
    logLevel: 'error',
    build: { ssr: 'src/app/first-view.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false },
  });
  const { renderFirstView } = await import(pathToFileURL(`${folder}/first-view.js`).href);
  return renderFirstView;
}
