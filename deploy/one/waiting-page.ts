import { createHash } from 'node:crypto';
import type { Language, Texts } from '@tribus/kit/core/language.ts';

/** Retry interval in seconds; the page reloads by itself. */
export const retryAfterSeconds = 2;

const title: Texts = {
  es: 'Tribus está arrancando',
  en: 'Tribus is starting',
  zh: 'Tribus 正在启动',
};
const explanation: Texts = {
  es: 'Estará listo en un momento. Esta página se actualiza sola.',
  en: 'It will be ready in a moment. This page refreshes by itself.',
  zh: '马上就好。本页会自动刷新。',
};

/** Uses the colours of the web app (frontend/src/ui/tokens.css), without any other file. */
const style = `
:root { color-scheme: dark; --ground: #16100c; --fg: #f3e6d2; --muted: #c9b8a2; --ember: #ff8a3d; }
@media (prefers-color-scheme: light) {
  :root { color-scheme: light; --ground: #f8f1e7; --fg: #33231a; --muted: #63503f; --ember: #b4491f; }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--fg);
  font-family: ui-rounded, "Segoe UI", system-ui, sans-serif; line-height: 1.5; }
main { max-width: 32rem; padding: 2rem; text-align: center; }
svg { width: 6rem; height: 6rem; }
.people { fill: var(--fg); }
.fire { fill: var(--ember); transform-origin: 32px 46px; animation: burn 2.4s ease-in-out infinite alternate; }
h1 { margin: 1.25rem 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
p { margin: 0; color: var(--muted); }
@keyframes burn { from { transform: scale(.94); } to { transform: scale(1.04); } }
@media (prefers-reduced-motion: reduce) { .fire { animation: none; } }
`;

const people = [
  [42.4, 12.8],
  [54.4, 26.8],
  [51.6, 45.2],
  [32, 55],
  [12.4, 45.2],
  [9.6, 26.8],
  [21.6, 12.8],
]
  .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4"/>`)
  .join('');
const fire =
  'M32.8 17.5c.8 6.4 9.2 9.8 9.2 18.2 0 5.9-4.5 10.1-10 10.1s-10-4.2-10-9.8c0-4.5 2.5-7 4.5-9.8.6 2.2 1.4 3.6 3.1 4.5.3-5 .5-9.5 3.2-13.2Z';

export const contentPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Page shown until the system is ready. */
export const waitingPage = (language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${retryAfterSeconds}">
<title>${title[language]}</title>
<style>${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 64 64" aria-hidden="true"><g class="people">${people}</g><path class="fire" d="${fire}"/></svg>
<h1>${title[language]}</h1>
<p role="status">${explanation[language]}</p>
</main>
</body>
</html>
`;
