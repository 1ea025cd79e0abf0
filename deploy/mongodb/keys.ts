import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { descending, keyOf, RANK, rankPrefix } from './order.ts';
import { combinations, type Path } from './paths.ts';
import { toNumber } from './values.ts';

/** One field of a sort or of an index. */
export type KeyPart = { name: string; path: Path; direction: 1 | -1 };

const MAX_PARTS = 32;

/** Reads `{ a: 1, 'b.c': -1 }`; only the directions 1 and -1 are supported. */
export function keyParts(spec: Doc, refuse: (name: string, value: Value) => CommandError): KeyPart[] {
  const entries = Object.entries(spec);
  if (entries.length > MAX_PARTS) throw new CommandError('BadValue', `too many fields, at most ${MAX_PARTS}`);
  return entries.map(([name, value]) => {
    const direction = toNumber(value);
    if (direction !== 1 && direction !== -1) throw refuse(name, value);
    const path = name.split('.');
    if (path.includes('') || name.startsWith('$')) throw refuse(name, value);
    return { name, path, direction };
  });
}

/** Returns the part of a joined key for one value. */
export function partKey(value: Value | undefined, direction: 1 | -1): string {
  const key = Array.isArray(value) && value.length === 0 ? rankPrefix(RANK.emptyArray) : keyOf(value);
  return direction === 1 ? key : descending(key);
}

function valuesOf(doc: Doc, parts: readonly KeyPart[]): (Value | undefined)[][] | undefined {
  return combinations(
    doc,
    parts.map((part) => part.path),
  );
}

/** Whether the document has any of these fields. */
export function hasAny(doc: Doc, parts: readonly KeyPart[]): boolean {
  return valuesOf(doc, parts)?.some((values) => values.some((value) => value !== undefined)) ?? true;
}

/** Returns the values of one of a document's keys, by field name. */
export function keyValueOf(doc: Doc, parts: readonly KeyPart[], key: string): Doc {
  const values = valuesOf(doc, parts)?.find((candidate) => joined(candidate, parts) === key);
  return Object.fromEntries(parts.map((part, i) => [part.name, values?.[i] ?? null]));
}

/** Returns all distinct keys of a document; undefined when it has two arrays. */
export function keysOf(doc: Doc, parts: readonly KeyPart[]): string[] | undefined {
  const found = valuesOf(doc, parts);
  if (!found) return undefined;
  const keys = found.map((values) => joined(values, parts));
  return keys.length > 1 ? [...new Set(keys)] : keys;
}

function joined(values: readonly (Value | undefined)[], parts: readonly KeyPart[]): string {
  let key = '';
  parts.forEach((part, i) => {
    key += partKey(values[i], part.direction);
  });
  return key;
}

export function sortParts(spec: Doc): KeyPart[] {
  return keyParts(spec, (name, value) =>
    typeof value === 'number'
      ? new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)')
      : new CommandError(15974, `Illegal key in $sort specification: ${name}`),
  );
}

/**
 * Returns the sort key of a document: the first of its keys, so an array counts by its least element, or its greatest
 * in descending order.
 */
export function sortKey(doc: Doc, parts: readonly KeyPart[]): string {
  const keys = keysOf(doc, parts);
  if (!keys) throw new CommandError('BadValue', 'cannot sort with keys that are parallel arrays');
  return keys.length === 1 ? (keys[0] ?? '') : (keys.toSorted()[0] ?? '');
}

export function sortBy<T>(items: readonly T[], parts: readonly KeyPart[], docOf: (item: T) => Doc): T[] {
  return items
    .map((item) => ({ item, key: sortKey(docOf(item), parts) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}
