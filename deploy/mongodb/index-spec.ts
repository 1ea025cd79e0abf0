import type { Doc, Value } from './doc.ts';
import { CommandError, notSupported } from './errors.ts';
import { type KeyPart, keyParts } from './keys.ts';
import { equal } from './order.ts';
import { isIndex } from './paths.ts';
import { compileFilter, isOperators } from './query.ts';
import { isDoc, toNumber } from './values.ts';

/** Description of an index, as sent by the client. */
export type IndexSpec = {
  name: string;
  key: Doc;
  unique: boolean;
  sparse: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
};

export const ID_INDEX: IndexSpec = { name: '_id_', key: { _id: 1 }, unique: true, sparse: false };

/** Options of an index that this server supports, or ignores because they have no effect. */
const KNOWN = new Set(['v', 'key', 'name', 'unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds']);
const WITHOUT_EFFECT = new Set(['background', 'ns', 'clustered']);

/** Reads one index of `createIndexes`. */
export function parseIndex(source: Doc): IndexSpec {
  for (const [name, value] of Object.entries(source)) {
    if (KNOWN.has(name) || WITHOUT_EFFECT.has(name) || value === false) continue;
    throw notSupported(`The index option '${name}'`);
  }
  const { key, name, partialFilterExpression: partial, expireAfterSeconds } = source;
  if (!isDoc(key) || Object.keys(key).length === 0) {
    throw new CommandError('CannotCreateIndex', 'Index keys cannot be an empty object');
  }
  if (typeof name !== 'string' || name === '') throw new CommandError('FailedToParse', 'An index needs a name');
  const spec: IndexSpec = { name, key, unique: flag(source, 'unique'), sparse: flag(source, 'sparse') };
  indexParts(key);
  if (partial !== undefined) spec.partialFilterExpression = partialFilter(partial, spec);
  if (expireAfterSeconds !== undefined) spec.expireAfterSeconds = expiry(expireAfterSeconds, key);
  return spec;
}

function flag(source: Doc, name: string): boolean {
  const value = source[name] ?? false;
  if (typeof value === 'boolean') return value;
  const number = toNumber(value);
  if (number === undefined) throw new CommandError('TypeMismatch', `The index option '${name}' must be a boolean`);
  return number !== 0;
}

export function indexParts(key: Doc): KeyPart[] {
  const parts = keyParts(key, (name, value) =>
    typeof value === 'string'
      ? notSupported(`An index of type '${value}'`)
      : new CommandError('CannotCreateIndex', `Bad index key pattern at '${name}': the value must be 1 or -1`),
  );
  if (parts.some((part) => part.path.some(isIndex))) throw notSupported('An index over an array position');
  return parts;
}

const PARTIAL_OPERATORS = new Set(['$eq', '$exists', '$gt', '$gte', '$lt', '$lte', '$type', '$in', '$and', '$or']);

function partialFilter(source: Value, spec: IndexSpec): Doc {
  if (!isDoc(source)) throw new CommandError('TypeMismatch', 'partialFilterExpression must be an object');
  if (spec.sparse) {
    throw new CommandError('CannotCreateIndex', 'cannot mix "partialFilterExpression" and "sparse" options');
  }
  assertPartial(source);
  compileFilter(source);
  return source;
}

function assertPartial(filter: Doc): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name.startsWith('$') && !PARTIAL_OPERATORS.has(name)) {
      throw new CommandError('CannotCreateIndex', `unsupported expression in partial index: ${name}`);
    }
    if (name === '$exists' && value === false) {
      throw new CommandError('CannotCreateIndex', 'unsupported expression in partial index: $exists: false');
    }
    if (name === '$and' || name === '$or') {
      for (const branch of Array.isArray(value) ? value : []) if (isDoc(branch)) assertPartial(branch);
    } else if (isOperators(value)) {
      assertPartial(value);
    }
  }
}

function expiry(source: Value, key: Doc): number {
  const seconds = toNumber(source);
  if (seconds === undefined || seconds < 0 || seconds > 2 ** 31 - 1) {
    throw new CommandError('CannotCreateIndex', 'expireAfterSeconds must be a number between 0 and 2147483647');
  }
  const names = Object.keys(key);
  if (names.length !== 1) {
    throw new CommandError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  }
  if (names[0] === '_id') throw new CommandError('CannotCreateIndex', 'The field _id cannot have a TTL index');
  return Math.trunc(seconds);
}

/** Returns the description for `listIndexes` and the log. */
export function indexDoc(spec: IndexSpec): Doc {
  const doc: Doc = { v: 2, key: spec.key, name: spec.name };
  if (spec.unique && spec.name !== ID_INDEX.name) doc.unique = true;
  if (spec.sparse) doc.sparse = true;
  if (spec.partialFilterExpression) doc.partialFilterExpression = spec.partialFilterExpression;
  if (spec.expireAfterSeconds !== undefined) doc.expireAfterSeconds = spec.expireAfterSeconds;
  return doc;
}

export function sameIndex(a: IndexSpec, b: IndexSpec): boolean {
  return equal(indexDoc(a), indexDoc(b));
}
