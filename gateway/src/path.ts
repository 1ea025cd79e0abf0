/** A path whose letters can be read in one way only; nearly all of them. */
const plain = /^(?:\/|(?:\/[\w@-][\w@.~-]*)+)$/;
/** What somebody further down could take for a separator, an end, a parameter or a second encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ambiguous = /[\u0000-\u001f\u007f\\/;%?#]/;

/**
 * The one way of writing a path: decoded where that changes nothing, without a slash at the end. Undefined for a path
 * that two readers could read differently (empty or dotted segments, encoded separators, `;`, `\`, control
 * characters), so that a service never sees another path than the one its rights were decided on (trust.md 4).
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
    // A broken escape names nothing.
    return undefined;
  }
}
