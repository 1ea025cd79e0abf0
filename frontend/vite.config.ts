import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const services = fileURLToPath(new URL('../services', import.meta.url));

/** What most first visits need beside the entry: without a hint the browser learns of it only after running that. */
const FIRST_NEEDED = ['app/home-screen.tsx', 'locales/es.json'];

/** Writes hints for those chunks, and what they import, into index.html. */
function hintFirstChunks(): Plugin {
  return {
    name: 'hint-first-chunks',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const first = chunks.filter((chunk) => FIRST_NEEDED.some((name) => chunk.facadeModuleId?.endsWith(name)));
        const needed = new Set(first.flatMap((chunk) => [chunk.fileName, ...chunk.imports]));
        for (const known of [entry?.fileName, ...(entry?.imports ?? [])]) if (known) needed.delete(known);
        return [...needed].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), hintFirstChunks()],
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
