import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';

const services = fileURLToPath(new URL('../services', import.meta.url));

/** What most first visits need beside the entry: without a hint the browser learns of it only after running that. */
const FIRST_NEEDED = ['app/home-screen.tsx', 'locales/es.json'];

/** Writes hints for those chunks, for what they import, and for the fonts into index.html. */
function hintFirstNeeded(): Plugin {
  return {
    name: 'hint-first-needed',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const withImports = (file: string): string[] => {
          const chunk = chunks.find(({ fileName }) => fileName === file);
          return [file, ...(chunk?.imports ?? []).flatMap(withImports)];
        };
        const known = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => withImports(fileName)));
        const first = chunks.filter((chunk) => FIRST_NEEDED.some((name) => chunk.facadeModuleId?.endsWith(name)));
        const needed = new Set(first.flatMap(({ fileName }) => withImports(fileName)));
        const fonts = Object.keys(bundle).filter((file) => file.endsWith('.woff2'));
        return [
          ...[...needed]
            .filter((file) => !known.has(file))
            .map((file) => hint({ rel: 'modulepreload', href: `/${file}` })),
          // Wanted at the first paint, yet never before the code that paints.
          ...fonts.map((file) =>
            hint({ rel: 'preload', as: 'font', type: 'font/woff2', fetchpriority: 'low', href: `/${file}` }),
          ),
        ];
      },
    },
  };
}

const hint = (attrs: Record<string, string>) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true },
  injectTo: 'head' as const,
});

/** Packs each text as small as it gets, once and for all who serve it. Below a network packet nothing is won. */
const packTexts = () =>
  compression({
    include: /\.(html|js|css|json|svg|webmanifest)$/,
    threshold: 1024,
    algorithms: [
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      defineAlgorithm('gzip', { level: 9 }),
    ],
    logLevel: 'silent',
  });

export default defineConfig({
  plugins: [react(), tailwindcss(), hintFirstNeeded(), packTexts()],
  resolve: {
    alias: [{ find: /^@limits\/([a-z-]+)$/, replacement: `${services}/$1/limits.ts` }],
  },
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
  build: {
    target: 'es2023',
    // Fonts and pictures stay files: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
