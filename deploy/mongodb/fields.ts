import type { Doc, Value } from './doc.ts';
import { decode } from './values.ts';

/** The name of a field, and its BSON bytes. */
export type FieldName = { text: string; bytes: Buffer };

export const fieldNames = (names: Iterable<string>): FieldName[] =>
  Array.from(new Set(names), (text) => ({ text, bytes: Buffer.from(text, 'utf8') }));

/** A document begins with its length and ends with a zero byte. */
const HEAD = 4;

/**
 * Reads only these top-level fields from the BSON of a document. Decoding is most of the work of loading documents,
 * while an index needs only a field or two.
 */
export function readFields(bson: Buffer, names: readonly FieldName[]): Doc {
  const doc: Doc = {};
  let missing = names.length;
  for (let at = HEAD; missing > 0 && at < bson.length - 1; ) {
    const nameEnd = endOfText(bson, at + 1);
    const end = endOfValue(bson, bson[at], nameEnd + 1);
    // An unknown type, whose length is also unknown.
    if (end === undefined) return decode(bson);
    const name = amongNames(names, bson, at + 1, nameEnd);
    if (name) {
      doc[name.text] = readValue(bson, at, nameEnd + 1, end) ?? decodeElement(bson.subarray(at, end), name.text);
      missing--;
    }
    at = end;
  }
  return doc;
}

function amongNames(names: readonly FieldName[], bson: Buffer, from: number, to: number): FieldName | undefined {
  for (const name of names) if (name.bytes.length === to - from && startsAt(bson, from, name.bytes)) return name;
  return undefined;
}

function startsAt(bson: Buffer, from: number, bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) if (bson[from + i] !== bytes[i]) return false;
  return true;
}

/** Reads a value of the few types of most keys; undefined for another type or null. */
function readValue(bson: Buffer, typeAt: number, at: number, end: number): Value | undefined {
  switch (bson[typeAt]) {
    case 0x02:
      return bson.toString('utf8', at + 4, end - 1);
    case 0x08:
      return bson[at] === 1;
    case 0x09:
      return new Date(bson.readInt32LE(at + 4) * 2 ** 32 + bson.readUInt32LE(at));
    case 0x10:
      return bson.readInt32LE(at);
    default:
      return undefined;
  }
}

/** Reads the value of one element with the BSON library. */
function decodeElement(element: Buffer, name: string): Value {
  const length = HEAD + element.length + 1;
  const bson = Buffer.alloc(length);
  bson.writeInt32LE(length, 0);
  bson.set(element, HEAD);
  return decode(bson)[name] ?? null;
}

/** Index of the zero byte that ends a name. For so few bytes a loop is faster than `indexOf`. */
function endOfText(bson: Buffer, from: number): number {
  let at = from;
  while (at < bson.length && bson[at] !== 0) at++;
  return at;
}

/** Returns the end of the value that begins at `at`; undefined for an unsupported type. */
function endOfValue(bson: Buffer, type: number | undefined, at: number): number | undefined {
  switch (type) {
    case 0x0a: // null
    case 0x7f: // MaxKey
    case 0xff: // MinKey
      return at;
    case 0x08: // boolean
      return at + 1;
    case 0x10: // int32
      return at + 4;
    case 0x01: // double
    case 0x09: // date
    case 0x11: // timestamp
    case 0x12: // int64
      return at + 8;
    case 0x07: // ObjectId
      return at + 12;
    case 0x02: // string: its length without the head
      return at + 4 + bson.readInt32LE(at);
    case 0x05: // binary: its length without the head and the kind
      return at + 5 + bson.readInt32LE(at);
    case 0x03: // document
    case 0x04: // array: their length with everything
      return at + bson.readInt32LE(at);
    case 0x0b: // regular expression: two texts
      return endOfText(bson, endOfText(bson, at) + 1) + 1;
    default:
      return undefined;
  }
}
