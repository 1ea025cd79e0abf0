import { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Value } from './doc.ts';

/**
 * MongoDB's order over all values as strings of bytes (one per character): two values are equal when their keys are,
 * and sort as their keys do. No key is a prefix of another, so keys can be joined, and the complement of a key sorts in
 * descending order. Indexes, sorting, grouping and equality all use it.
 */
export const RANK = {
  minKey: 1,
  emptyArray: 2,
  null: 3,
  number: 5,
  string: 10,
  object: 15,
  array: 20,
  binary: 25,
  objectId: 30,
  bool: 35,
  date: 40,
  timestamp: 45,
  regex: 50,
  maxKey: 127,
} as const;

/** Sorts after every key with the same prefix. */
export const AFTER = '\u0100';

/** Returns the type family of a value; comparisons such as `$gt` stay within one. Missing counts as null. */
export function rank(value: Value | undefined): number {
  if (value === undefined || value === null) return RANK.null;
  if (typeof value === 'number') return RANK.number;
  if (typeof value === 'string') return RANK.string;
  if (typeof value === 'boolean') return RANK.bool;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  if (value instanceof ObjectId) return RANK.objectId;
  if (value instanceof Double) return RANK.number;
  if (value instanceof Timestamp) return RANK.timestamp;
  if (value instanceof Long) return RANK.number;
  if (value instanceof Binary) return RANK.binary;
  if (value instanceof BSONRegExp) return RANK.regex;
  if (value instanceof MinKey) return RANK.minKey;
  return value instanceof MaxKey ? RANK.maxKey : RANK.object;
}

export function rankPrefix(value: number): string {
  return String.fromCharCode(value);
}

/** Returns the key of a value. Missing and null have the same key. */
export function keyOf(value: Value | undefined): string {
  const kind = rank(value);
  return String.fromCharCode(kind) + body(value);
}

/** Returns the key that sorts in descending order. */
export function descending(key: string): string {
  let out = '';
  for (let i = 0; i < key.length; i++) out += String.fromCharCode(255 - key.charCodeAt(i));
  return out;
}

export function compare(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'number' && typeof b === 'number' && a === b) return 0;
  return compareKeys(keyOf(a), keyOf(b));
}

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Equality of queries and unique indexes: 1 equals 1.0, the order of fields counts. */
export function equal(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return false;
  return rank(a) === rank(b) && keyOf(a) === keyOf(b);
}

function body(value: Value | undefined): string {
  if (value === undefined || value === null || value instanceof MinKey || value instanceof MaxKey) return '';
  if (typeof value === 'number') return numberKey(value, 0);
  if (typeof value === 'string') return textKey(value);
  if (typeof value === 'boolean') return value ? '\x01' : '\x00';
  if (Array.isArray(value)) return `${value.map(keyOf).join('')}\x00`;
  if (value instanceof Date) return doubleKey(value.getTime());
  if (value instanceof ObjectId) return latin1(value.id);
  if (value instanceof Double) return numberKey(value.value, 0);
  if (value instanceof Timestamp) return bigKey(value.toBigInt());
  if (value instanceof Long) return longKey(value);
  if (value instanceof Binary) return binaryKey(value);
  if (value instanceof BSONRegExp) return textKey(value.pattern) + textKey(value.options);
  let out = '';
  for (const [name, item] of Object.entries(value)) {
    const key = keyOf(item);
    out += key.charAt(0) + textKey(name) + key.slice(1);
  }
  return `${out}\x00`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that need no second look
const ASCII = /^[\x02-\x7f]*$/;

/** UTF-8 bytes, as MongoDB compares text; 0 and 1 become two bytes so that 0 can end the text. */
function textKey(text: string): string {
  if (ASCII.test(text)) return `${text}\x00`;
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these two bytes are the point
  return `${bytes.replace(/[\x00\x01]/g, (byte) => (byte === '\x00' ? '\x01\x01' : '\x01\x02'))}\x00`;
}

const view = new DataView(new ArrayBuffer(8));

/** Eight bytes that sort as the doubles do; NaN, all zero, before every other. */
function doubleKey(value: number): string {
  if (Number.isNaN(value)) return '\0\0\0\0\0\0\0\0';
  view.setFloat64(0, value === 0 ? 0 : value);
  const flip = view.getUint8(0) & 0x80 ? 0xff : 0;
  const first = flip ? 0xff : 0x80;
  return String.fromCharCode(
    view.getUint8(0) ^ first,
    view.getUint8(1) ^ flip,
    view.getUint8(2) ^ flip,
    view.getUint8(3) ^ flip,
    view.getUint8(4) ^ flip,
    view.getUint8(5) ^ flip,
    view.getUint8(6) ^ flip,
    view.getUint8(7) ^ flip,
  );
}

/** The nearest double, then the distance of an int64 from it: exact beyond 2^53, too. */
function numberKey(value: number, rest: number): string {
  const shifted = rest + 0x8000;
  return doubleKey(value) + String.fromCharCode(shifted >> 8, shifted & 0xff);
}

function longKey(value: Long): string {
  const exact = value.toBigInt();
  const rounded = Number(exact);
  return numberKey(rounded, Number(exact - BigInt(rounded)));
}

function bigKey(value: bigint): string {
  return latin1(Buffer.from(BigInt.asUintN(64, value).toString(16).padStart(16, '0'), 'hex'));
}

function binaryKey(value: Binary): string {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(value.position);
  head[4] = value.sub_type;
  return latin1(head) + latin1(value.buffer.subarray(0, value.position));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
