/** The first and the last byte, as in a Range header. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header: one range, `undefined` for the whole object (no header, or a range that we do not support,
 * which HTTP allows to ignore), or `unsatisfiable`.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size) return 'unsatisfiable';
  return start > end ? undefined : { start, end };
}
