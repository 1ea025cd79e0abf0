import { observable, useObservable } from './observable.ts';
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

const current = observable<Theme>(shownTheme());

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[theme]);
  current.set(theme);
}

/** Applies the theme and stores it as the person's choice. */
export function setTheme(theme: Theme): void {
  local.write(KEY, theme);
  show(theme);
}

/** Follows the system's theme until a person chooses one. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => {
    if (!local.read(KEY)) show(matches ? 'light' : 'dark');
  });
}

export function toggleTheme(): void {
  setTheme(current.get() === 'dark' ? 'light' : 'dark');
}

export function useTheme(): Theme {
  return useObservable(current);
}
