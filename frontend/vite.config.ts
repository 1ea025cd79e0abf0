import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { blogContent } from './vite-blog.ts';
import { languagePages } from './vite-pages.ts';

const services = fileURLToPath(new URL('../services', import.meta.url));
const resolve = { alias: [{ find: /^@(limits|tags|video-links)\/([a-z-]+)$/, replacement: `${services}/$2/$1.ts` }] };

/** The same for the same code and styles: their names contain the hashes of their content. */
function idOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
  return createHash('sha256').update(names.sort().join()).digest('hex').slice(0, 16);
}

/**
 * Writes the build's id into index.html and build.json, so that an old tab detects a newer build (src/lib/build.ts).
 */
function nameBuild(): Plugin {
  // Computed once: files that come later, made from these, would change the id.
  let id = '';
  return {
    name: 'name-build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return;
        id = idOf(bundle);
        return [{ tag: 'meta', attrs: { name: 'build', content: id }, injectTo: 'head' as const }];
      },
    },
    generateBundle: {
      order: 'post',
      handler() {
        this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ id }) });
      },
    },
  };
}

/**
 * Removes `with: { type: 'json' }` from imports in development: Node needs it, but the dev server serves JSON as a
 * script, which the browser then refuses.
 */
function dropJsonAttributes(): Plugin {
  return {
    name: 'drop-json-attributes',
    apply: 'serve',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes("type: 'json'")) return null;
      return { code: code.replaceAll(/, \{ with: \{ type: 'json' \} \}\)/g, ')'), map: null };
    },
  };
}

/**
 * Replaces the package url-parse, of the upload client, by the URL of browsers: as CommonJS it would add a file with
 * the bundler's runtime to every screen.
 */
const nativeUrls = (): Plugin => ({
  name: 'native-urls',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'url-parse' ? '\0native-url' : null),
  load: (id) => (id === '\0native-url' ? 'export default URL' : null),
});

/** Compresses each text file at the highest level at build time. Below a network packet there is no gain. */
const packTexts = () =>
  compression({
    include: /\.(html|js|css|json|svg|webmanifest|md)$/,
    threshold: 1024,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
    logLevel: 'silent',
  });

/**
 * Overlays, loaded with their first use: Base UI, closing on Back, and in PANELS the components of src/ui built on
 * them.
 */
const FLOATING = /@base-ui|@floating-ui|\/src\/ui\/(close-on-back|use-popup)\./;
const PANELS =
  /\/src\/ui\/(modal-sheet|sheet-panel|dialog-panel|lightbox-panel|menu|select|combobox|tabs)|\/src\/lib\/report-item/;

/** The folders of src/ui: large components that few screens need, never loaded with the first. */
const TOOLS = /\/src\/ui\/(?!files\/(use-file-choice|file-input|file-rules))[^/]+\/|node_modules\/uplot\//;

/** Dragging by pointer: loaded after the list or the board is shown, so never in one file with their code. */
const DRAGGING = /node_modules\/(@dnd-kit|@preact\/signals-core)\//;

/** The icons that two screens of visitors may need: others are not loaded with a first screen. */
const VISITOR_ICONS =
  /\/icons\/(arrow-right|check|chevrons-up-down|eye|eye-off|key-round|link-2-off|log-in|mail-check|minus|shield-exclamation-point)\./;

/** Modules that no visitor's first screen needs. */
const MEMBERS_ONLY =
  /\/build\/modern\/(infiniteQueryO|useInfiniteQuery)|\/src\/lib\/(batched-lookup|browser-shortcut|copy-link|decision-sentence|draft-files|end-choices|follow(?!ed-labels)|format-elapsed|listed-kind|log-failure|membership-(changes|queries)|new-account-note|optimistic|own-account|pages|person-|post-(changes|path)|user-|removal-sheet\.|report\.|safety-button|search-text|sorted-by-ids|tribe-(levels|rules)|upload|use-(picture-problem|preview|required|settled|typed|view))|\/src\/ui\/(agent-mark|choices|clamped-text|files\/(use-file-choice|file-input|file-rules)|dots|infinite-list|load-more|lost-picture|picture|progress|scroll-to-centre|stepper|swipe|tribe-cover|send-on-enter|use-(replace-page|swipe))\.|\/services\/((content|media|tribes)\/limits|tribes\/tags)\.|\/src\/features\/(tribes\/(api|join-button)|notifications\/api)\./;

/**
 * Modules that neither a first screen nor a tribe needs: parts of settings, tools and conversations, and their icons.
 */
const SELDOM =
  /\/src\/ui\/(back-button|chips|date-input|switch|video\/(one-playing|play-sign|use-video-source))\.|\/src\/lib\/(admin-waiting|csv|hidden-note|my-points|profile-query|save-file|search-input|unusable-tags|use-edit-form|use-confirm-before-unload|use-go-back|use-screen-keys)\.|\/services\/(content|community)\/tags\.|\/lucide-react\/dist\/esm\/icons\/(arrow-(down|up)-narrow|ban|chart-no|clapperboard|compass|construction|copy|corner|download|flag|gallery|grip|hard-drive|hourglass|heart-handshake|id-card|layout-grid|list-todo|mails|pause|pencil|play|ruler|scale|scroll|shield-user|sliders|table-2|user-minus|volume-x)/;

const isForMembers = (id: string): boolean =>
  MEMBERS_ONLY.test(id) ||
  (/\/lucide-react\/dist\/esm\/icons\//.test(id) && !VISITOR_ICONS.test(id) && !SELDOM.test(id));

/** The modules of the profile that the welcome needs. */
const FACE = /\/src\/features\/profile\/(avatar-editor|edit-api)\./;

/**
 * The chunks. By default every module that two screens share becomes a file of its own: a tribe needed 52 of them, most
 * below 1.5 KB. deploy/checks/web-budget.test.ts checks the result.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: 'index', tags: ['$initial'], priority: 5 },
  { name: 'later', test: /\/src\/(app\/(later-screens|later-modals|access)|lib\/later-texts)\./, priority: 5 },
  {
    name: 'app',
    test: (id) =>
      /\/src\/(ui|lib)\/|\/services\/|post-skeleton|lucide-react|@tanstack/.test(id) &&
      !FLOATING.test(id) &&
      !PANELS.test(id) &&
      !DRAGGING.test(id) &&
      !TOOLS.test(id) &&
      !isForMembers(id) &&
      !SELDOM.test(id) &&
      !/fire-scene|\/ui\/slide\.|\/lib\/(blocking|followed-labels|media-(carousel|frame)|reject-question)/.test(id),
    minShareCount: 2,
    priority: 4,
  },
  { name: 'common', test: isForMembers, minShareCount: 2, priority: 4 },
  // The lists of sessions.
  {
    name: 'devices',
    test: /\/src\/lib\/device-name\.|\/icons\/(laptop|monitor-smartphone|smartphone|tablet)\./,
    minShareCount: 2,
    priority: 5,
  },
  { name: 'seldom', test: SELDOM, minShareCount: 2, priority: 4 },
  {
    name: 'floating',
    test: FLOATING,
    minShareCount: 11,
    priority: 4,
  },
  // Only the smallest are merged: merging more would create import cycles between files.
  { name: 'popups', test: FLOATING, entriesAware: true, entriesAwareMergeThreshold: 2500, priority: 3 },
  { name: 'panels', test: PANELS, entriesAware: true, entriesAwareMergeThreshold: 12_000, priority: 3 },
  {
    name: 'files',
    test: /\/src\/ui\/(files\/(?!use-file-choice|file-input|file-rules|file-drop|drop-button|picture-field|progress-list)|drag-list\/(drag-list|layout))/,
    priority: 4,
  },
  { name: 'dragging', test: DRAGGING, minShareCount: 2, priority: 4 },
  { name: 'video', test: /\/src\/ui\/video\//, minShareCount: 2, priority: 3 },
  { name: 'table', test: /\/src\/ui\/table\//, minShareCount: 2, priority: 3 },
  { name: 'ads', test: /\/src\/ui\/ads\//, priority: 5 },
  // Without the choice of a level, which only forms need, and an item of two menus.
  {
    name: 'feed',
    test: /\/src\/(features\/posts\/(?!level-select|follow-item)|lib\/media-(carousel|frame))/,
    minShareCount: 2,
    priority: 2,
  },
  { name: 'face', test: FACE, minShareCount: 2, priority: 2 },
  {
    name: 'profile',
    test: (id) => /\/src\/features\/profile\//.test(id) && !FACE.test(id),
    minShareCount: 2,
    priority: 3,
  },
  // Without the form and its picture, whose dependencies only its screens need.
  { name: 'tribes', test: /\/src\/features\/tribes\/(?!tribe-form|banner-field)/, minShareCount: 2, priority: 3 },
  { name: 'levels', test: /\/src\/features\/levels\//, minShareCount: 2, priority: 3 },
  { name: 'moderation', test: /\/src\/features\/moderation\//, minShareCount: 2, priority: 3 },
  {
    name: 'parts',
    test: /\/src\/(features\/(?!home|pages|account|posts\/follow-item)|lib\/followed-labels)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 8000,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [
    dropJsonAttributes(),
    nativeUrls(),
    react(),
    tailwindcss(),
    nameBuild(),
    blogContent(),
    languagePages(resolve),
    packTexts(),
  ],
  resolve,
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
  build: {
    target: 'es2023',
    // Fonts and pictures stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    // The imports of each file, for the test of the budgets. Servers do not serve names that begin with a dot.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        // A group's parts are named after the chunks that need them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
});
