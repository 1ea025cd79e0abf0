/** Paths that need no decoding; nearly all. */
const plain = /^(?:\/|(?:\/[\w@-][\w@.~-]*)+)$/;
/** Characters that a downstream parser could take for a separator, an end, a parameter or a second encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const ambiguous = /[\u0000-\u001f\u007f\\/;%?#]/;

/**
 * Returns the canonical form of a path: decoded where unambiguous, without a trailing slash. Undefined for an ambiguous
 * path (empty or dotted segments, encoded separators, `;`, `\`, control characters), so that a service never sees
 * another path than the one that was authorised (trust.md 4).
 */
export function normalPath(raw: string): string | undefined {
  const path = /[^/]\/$/.test(raw) ? raw.slice(0, -1) : raw;
  if (plain.test(path)) return path;
  if (!path.startsWith('/')) return undefined;
  const segments = path.slice(1).split('/').map(decodeSegment);
  if (segments.some((segment) => segment === undefined || segment === '')) return undefined;
  return `/${segments.map((segment) => encodeURIComponent(segment ?? '').replaceAll('%40', '@')).join('/')}`;
}

function decodeSegment(raw: string): string | undefined {
  try {
    const segment = decodeURIComponent(raw);
    return segment.startsWith('.') || ambiguous.test(segment) ? undefined : segment;
  } catch {
    // A malformed escape makes the path invalid.
    return undefined;
  }
}
