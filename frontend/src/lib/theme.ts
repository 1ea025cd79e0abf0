import { useSyncExternalStore } from 'react';
import { observable } from './observable.ts';
import { local } from './storage.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
/**
 * The `theme-color` of each theme, which browsers use for their own bars. public/theme.js sets the same before paint.
 */
const GROUND: Record<Theme, string> = { dark: '#16100c', light: '#f8f1e7' };

/** At build time there is no document: the prerendered page is dark, as index.html is. */
function shownTheme(): Theme {
  return typeof document !== 'undefined' && document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

const changes = observable(0);

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[theme]);
  changes.set(changes.get() + 1);
}

/** Applies the theme and stores it as the person's choice. */
export function setTheme(theme: Theme): void {
  local.write(KEY, theme);
  show(theme);
}

/** Follows the system's theme until a person chooses one. */
export function followSystemTheme(): void {
  show(shownTheme());
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => {
    if (!local.read(KEY)) show(matches ? 'light' : 'dark');
  });
}

export function toggleTheme(): void {
  setTheme(shownTheme() === 'dark' ? 'light' : 'dark');
}

/** Read from the document: until the app has rendered, public/theme.js changes it. */
export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, shownTheme, shownTheme);
}
