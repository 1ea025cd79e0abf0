import {
  Binary,
  BSONRegExp,
  calculateObjectSize,
  Double,
  deserialize,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';

/** Maximum nesting, as in MongoDB. */
const MAX_DEPTH = 200;

/** JavaScript and the BSON library treat these names specially; also as part of a path. */
const UNSAFE_NAME = /(?:^|\.)(?:__proto__|_bsontype|toBSON)(?:\.|$)/;

export function assertSafeName(name: string): void {
  if (UNSAFE_NAME.test(name)) throw new CommandError('BadValue', `The field name '${name}' is not supported`);
}

/** Decodes one BSON document with its number types. Throws `BSONError` when it is malformed. */
export function decode(bytes: Uint8Array): Doc {
  const raw: unknown = deserialize(bytes, { promoteValues: false, bsonRegExp: true });
  const doc = fromBson(raw, 0);
  if (!isDoc(doc)) throw new CommandError('BadValue', 'a document is expected');
  return doc;
}

export function encode(doc: Doc): Buffer {
  const bytes = serialize(doc);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function sizeOf(doc: Doc): number {
  return calculateObjectSize(doc);
}

function fromBson(value: unknown, depth: number): Value {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (depth > MAX_DEPTH) throw new CommandError('Overflow', `BSON nesting is deeper than ${MAX_DEPTH}`);
  if (value instanceof Int32) return value.value;
  if (value instanceof Double) return double(value.value);
  if (value instanceof ObjectId || value instanceof Long || value instanceof BSONRegExp) return value;
  if (value instanceof MinKey || value instanceof MaxKey) return value;
  if (value instanceof Date) return validDate(value);
  if (value instanceof Binary) return copyBinary(value);
  if (Array.isArray(value)) return value.map((item) => fromBson(item, depth + 1));
  if (typeof value !== 'object') throw new CommandError('BadValue', 'BSON type undefined is not supported');
  if ('_bsontype' in value) throw new CommandError('BadValue', `BSON type ${value._bsontype} is not supported`);
  return docFromBson(value, depth);
}

/** Converts values computed by a library: an undefined field is a missing one. */
export function fromLibrary(value: unknown): Value | undefined {
  if (value === undefined || typeof value === 'number') return value;
  if (Array.isArray(value)) return value.map((item) => fromLibrary(item) ?? null);
  if (!isPlain(value)) return fromBson(value, 0);
  const doc: Doc = {};
  for (const [name, item] of Object.entries(value)) {
    const known = fromLibrary(item);
    if (known !== undefined) doc[name] = known;
  }
  return doc;
}

function docFromBson(value: object, depth: number): Doc {
  const doc: Doc = {};
  for (const [name, item] of Object.entries(value)) {
    assertSafeName(name);
    doc[name] = fromBson(item, depth + 1);
  }
  return doc;
}

function validDate(date: Date): Date {
  if (Number.isNaN(date.getTime()))
    throw new CommandError('BadValue', 'A date beyond the years ±271821 is not supported');
  return date;
}

/** The library returns a view of the whole network message, which would keep that message in memory. */
function copyBinary(value: Binary): Binary {
  return new Binary(Uint8Array.from(value.buffer.subarray(0, value.position)), value.sub_type);
}

const INT32_MAX = 2 ** 31 - 1;
const INT32_MIN = -(2 ** 31);

function fitsInt32(value: number): boolean {
  return Number.isInteger(value) && value <= INT32_MAX && value >= INT32_MIN && !Object.is(value, -0);
}

/** A value that stays a double, even when it is whole. */
export function double(value: number): number | Double {
  return fitsInt32(value) ? new Double(value) : value;
}

/** Returns the smallest integer type for the value. Throws `RangeError` beyond 64 bits. */
export function integer(value: bigint, wide: boolean): number | Long {
  if (!wide && value <= INT32_MAX && value >= INT32_MIN) return Number(value);
  if (BigInt.asIntN(64, value) !== value) throw new RangeError('integer overflow');
  return Long.fromBigInt(value);
}

export type NumberType = 'int' | 'long' | 'double';

export function numberType(value: Value | undefined): NumberType | undefined {
  if (typeof value === 'number') return fitsInt32(value) ? 'int' : 'double';
  if (value instanceof Double) return 'double';
  return value instanceof Long && !(value instanceof Timestamp) ? 'long' : undefined;
}

/** Returns the plain number of any number type, else undefined. An int64 beyond 2^53 is rounded. */
export function toNumber(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  return value instanceof Long && !(value instanceof Timestamp) ? value.toNumber() : undefined;
}

export function isDoc(value: Value | undefined): value is Doc {
  return isPlain(value);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Own fields only: `constructor` must not be found in a document that has no such field. */
export function field(doc: Doc, name: string): Value | undefined {
  return Object.hasOwn(doc, name) ? doc[name] : undefined;
}

/** Returns a copy whose documents and arrays may be changed; other values are shared. */
export function clone<T extends Value>(value: T): T;
export function clone(value: Value): Value {
  if (Array.isArray(value)) return value.map((item) => clone(item));
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const name of Object.keys(value)) copy[name] = clone(value[name] ?? null);
  return copy;
}

/** Identity down to number types and field order: such an update changed nothing. */
export function identical(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => identical(item, b[i] ?? null));
  }
  if (isDoc(a) && isDoc(b)) {
    const [names, others] = [Object.keys(a), Object.keys(b)];
    return (
      names.length === others.length &&
      names.every((name, i) => name === others[i] && identical(a[name] ?? null, b[name] ?? null))
    );
  }
  return typeof a === 'object' && typeName(a) === typeName(b) && encode({ '': a }).equals(encode({ '': b }));
}

/** Returns MongoDB's name of the type, as in `$type` and in errors. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof Timestamp) return 'timestamp';
  const number = numberType(value);
  if (number) return number;
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof ObjectId) return 'objectId';
  if (value instanceof Binary) return 'binData';
  if (value instanceof BSONRegExp) return 'regex';
  if (value instanceof MinKey) return 'minKey';
  return value instanceof MaxKey ? 'maxKey' : 'object';
}
