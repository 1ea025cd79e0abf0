import type { DeclaredName } from './declared-name.ts';

const styleNames =
  /\.([A-Za-z_][\w-]*)|(?<![\w-])(--[\w-]+)(?=\s*:)|#([A-Za-z_][\w-]*)(?=[^;{}]*\{)|@(?:keyframes|layer|utility|property)\s+([\w-]+)/g;
const markupNames = /\s(?:class|id|name)="([^"]*)"/g;

/** Returns the classes, ids, custom properties, keyframes and layers of a style sheet. */
export function declaredStyleNames(source: string): DeclaredName[] {
  const css = source.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|url\([^)]*\)/g, (text) =>
    text.replace(/[^\n]/g, ' '),
  );
  return namesMatching(css, styleNames);
}

/** Returns the classes, ids and field names of an HTML page. */
export function declaredMarkupNames(source: string): DeclaredName[] {
  const html = source.replace(/<!--[\s\S]*?-->/g, (text) => text.replace(/[^\n]/g, ' '));
  return namesMatching(html, markupNames).flatMap(({ name, line }) =>
    name.split(/\s+/).map((each) => ({ name: each, line })),
  );
}

function namesMatching(source: string, pattern: RegExp): DeclaredName[] {
  return [...source.matchAll(pattern)].map((match) => ({
    name: match.slice(1).find((group) => group !== undefined) ?? '',
    line: source.slice(0, match.index).split('\n').length,
  }));
}
