import { expect, test } from '@jest/globals';
import { Double, Long, ObjectId } from 'bson';
import fc from 'fast-check';
import { Collection } from './collection.ts';
import { Loading, statementsOf } from './contents.ts';
import type { Doc, Value } from './doc.ts';
import { parseIndex } from './index-spec.ts';
import { sortParts } from './keys.ts';
import { memoryLog } from './log.ts';
import { compare } from './order.ts';
import { compileFilter } from './query.ts';

// A second, naive implementation of MongoDB's rules: indexes, keys and plans must agree with it.

const FAMILIES = ['null', 'number', 'text', 'document', 'array', 'id', 'boolean', 'date'];

function family(value: Value | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value === 'number' || value instanceof Double || value instanceof Long) return 'number';
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'array';
  if (value instanceof ObjectId) return 'id';
  if (typeof value === 'boolean') return 'boolean';
  return value instanceof Date ? 'date' : 'document';
}

function naiveCompare(a: Value | undefined, b: Value | undefined): number {
  const [left, right] = [family(a), family(b)];
  if (left !== right) return FAMILIES.indexOf(left) - FAMILIES.indexOf(right);
  if (left === 'null') return 0;
  if (left === 'number') return naiveNumber(a) - naiveNumber(b);
  if (left === 'text') return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  if (left === 'id') return String(a) < String(b) ? -1 : Number(String(a) > String(b));
  if (left === 'array' || left === 'document') return naiveEntries(a, b);
  return Number(a) - Number(b);
}

function naiveNumber(value: Value | undefined): number {
  return value instanceof Double ? value.value : Number(String(value));
}

function naiveEntries(a: Value | undefined, b: Value | undefined): number {
  const [left, right] = [Object.entries(a ?? {}), Object.entries(b ?? {})];
  for (const [i, [name, value]] of left.entries()) {
    const other = right[i];
    if (!other) return 1;
    const byFamily = FAMILIES.indexOf(family(value)) - FAMILIES.indexOf(family(other[1]));
    const byName = Array.isArray(a) || name === other[0] ? 0 : name < other[0] ? -1 : 1;
    const difference = byFamily || byName || naiveCompare(value, other[1]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Values that a condition tests: the elements of an array, and the array. */
function candidates(value: Value | undefined): (Value | undefined)[] {
  return Array.isArray(value) ? [...value, value] : [value];
}

function naiveMatch(doc: Doc, filter: Doc): boolean {
  return Object.entries(filter).every(([name, condition]) => {
    const values = candidates(doc[name]);
    return Object.entries(condition ?? {}).every(([operator, operand]: [string, Value]) =>
      values.some((value) => naiveOperator(operator, value, operand)),
    );
  });
}

function naiveOperator(operator: string, value: Value | undefined, operand: Value): boolean {
  if (operator === '$exists') return (value !== undefined) === operand;
  if (operator === '$in') return Array.isArray(operand) && operand.some((item) => naiveCompare(value, item) === 0);
  const difference = naiveCompare(value, operand);
  if (operator === '$eq') return difference === 0;
  if (family(value) !== family(operand) || (value === undefined && operand !== null)) return false;
  if (operator === '$gt') return difference > 0;
  if (operator === '$gte') return difference >= 0;
  return operator === '$lt' ? difference < 0 : difference <= 0;
}

/** Sort value of a field: the least or greatest element of an array, less than null when it is empty. */
function naiveSortValue(value: Value | undefined, direction: number): { empty: boolean; value: Value | undefined } {
  if (!Array.isArray(value)) return { empty: false, value };
  const [first] = value.toSorted((a, b) => naiveCompare(a, b) * direction);
  return { empty: value.length === 0, value: first };
}

function naiveSort(docs: readonly Doc[], sort: [string, 1 | -1][]): Doc[] {
  return docs.toSorted((a, b) => {
    for (const [name, direction] of sort) {
      const [left, right] = [naiveSortValue(a[name], direction), naiveSortValue(b[name], direction)];
      const difference = Number(right.empty) - Number(left.empty) || naiveCompare(left.value, right.value);
      if (difference !== 0) return difference * direction;
    }
    return 0;
  });
}

/** Returns the collection as read by the next start. */
function restarted(collection: Collection): Collection {
  const loading = new Loading();
  for (const { kind, namespace, bson } of statementsOf([collection])) loading.apply({ kind, namespace, bson });
  const found = loading.collections(memoryLog).get(collection.namespace);
  if (!found) throw new Error('the collection is missing');
  return found;
}

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, '', 'a', 'b', 'ab', '\u{1f600}', '\uffff', 'a\0', 'a\x01', 'é'),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom<Value>(1.5, -2.5, 1e12, new Double(1), Long.fromNumber(2), Long.fromNumber(5e9)),
  fc.constantFrom<Value>(new Date(0), new Date(-5), new Date(1e12), new ObjectId('64b000000000000000000001')),
);
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.record({ x: scalar, y: scalar }, { requiredKeys: [], noNullPrototype: true }) },
);
const NAMES = ['a', 'b', 'c'] as const;
/** Only one field may contain an array: no index or sort can order two. */
const document: fc.Arbitrary<Doc> = fc.record(
  { a: fc.oneof(value, fc.array(value, { maxLength: 3 })), b: scalar, c: scalar },
  { requiredKeys: [], noNullPrototype: true },
);
const condition: fc.Arbitrary<Doc> = fc.oneof(
  fc.record({ $exists: fc.boolean() }, { noNullPrototype: true }),
  fc.record({ $eq: value }, { noNullPrototype: true }),
  fc.record({ $in: fc.array(value, { maxLength: 3 }) }, { noNullPrototype: true }),
  fc
    .record({ $gt: scalar, $lte: scalar }, { requiredKeys: [], noNullPrototype: true })
    .filter((range) => Object.keys(range).length > 0),
  fc
    .record({ $gte: scalar, $lt: scalar }, { requiredKeys: [], noNullPrototype: true })
    .filter((range) => Object.keys(range).length > 0),
);
const filter: fc.Arbitrary<Doc> = fc.dictionary(fc.constantFrom(...NAMES), condition, { noNullPrototype: true });
const sort: fc.Arbitrary<[string, 1 | -1][]> = fc.uniqueArray(
  fc.tuple(fc.constantFrom<string>(...NAMES), fc.constantFrom<1 | -1>(1, -1)),
  { maxLength: 3, selector: ([name]) => name },
);
const indexes = fc.uniqueArray(
  sort.filter((parts) => parts.length > 0),
  { maxLength: 3, selector: (parts) => JSON.stringify(parts) },
);

test('the order of keys is the order of values', () => {
  fc.assert(
    fc.property(fc.oneof(value, fc.array(value)), fc.oneof(value, fc.array(value)), (a, b) => {
      expect(Math.sign(compare(a, b))).toBe(Math.sign(naiveCompare(a, b)));
    }),
    { numRuns: 1000 },
  );
});

test('a search by any indexes returns the same documents as a full scan, in the right order', () => {
  fc.assert(
    fc.property(
      fc.array(document, { maxLength: 25 }),
      filter,
      sort,
      indexes,
      fc.nat(4),
      fc.nat(6),
      (docs, ...query) => {
        const [wanted, order, keys, skip, limit] = query;
        const numbered = docs.map((doc, _id): Doc => ({ _id, ...doc }));
        const collection = new Collection('test.things', memoryLog);
        keys.forEach((key, i) => {
          collection.createIndex(parseIndex({ name: `i${i}`, key: Object.fromEntries(key), sparse: i === 2 }));
        });
        for (const doc of numbered) collection.insert(doc);
        const search = { filter: wanted, match: compileFilter(wanted), sort: sortParts(Object.fromEntries(order)) };

        const all = naiveSort(
          numbered.filter((doc) => naiveMatch(doc, wanted)),
          order,
        );
        for (const each of [collection, restarted(collection)]) {
          const found = each.find(search).map((stored) => stored.doc);
          expect(new Set(found)).toEqual(new Set(all));
          expect(found.map((doc) => sortValues(doc, order))).toEqual(all.map((doc) => sortValues(doc, order)));
        }

        const part = collection.find({ ...search, skip, limit }).map((stored) => sortValues(stored.doc, order));
        const expected = all.slice(skip, limit > 0 ? skip + limit : undefined).map((doc) => sortValues(doc, order));
        if (order.length > 0) expect(part).toEqual(expected);
        else expect(part).toHaveLength(expected.length);
      },
    ),
    { numRuns: 400 },
  );
});

/** Values that determine the order; the order of equal documents is undefined. */
function sortValues(doc: Doc, order: [string, 1 | -1][]): unknown[] {
  return order.map(([name, direction]) => {
    const { empty, value: found } = naiveSortValue(doc[name], direction);
    return family(found) === 'number' ? naiveNumber(found) : [empty, found ?? null];
  });
}

test('indexes follow updates and removals, whether or not they were used before', () => {
  const step = fc.record({ id: fc.nat(8), doc: fc.option(document) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), filter, indexes, (steps, restart, wanted, keys) => {
      let collection = new Collection('test.things', memoryLog);
      keys.forEach((key, i) => {
        collection.createIndex(parseIndex({ name: `i${i}`, key: Object.fromEntries(key) }));
      });
      const known = new Map<number, Doc>();
      for (const [i, { id, doc }] of steps.entries()) {
        if (i === restart) collection = restarted(collection);
        const [stored] = collection.find({ filter: { _id: id }, match: compileFilter({ _id: id }) });
        if (doc && stored) collection.replace(stored, { _id: id, ...doc });
        else if (doc) collection.insert({ _id: id, ...doc });
        else if (stored) collection.remove(stored);
        if (doc) known.set(id, { _id: id, ...doc });
        else known.delete(id);
      }
      const found = collection.find({ filter: wanted, match: compileFilter(wanted) }).map((stored) => stored.doc);
      const expected = [...known.values()].filter((doc) => naiveMatch(doc, wanted));
      expect(found.map((doc) => doc._id).sort()).toEqual(expected.map((doc) => doc._id).sort());
    }),
    { numRuns: 200 },
  );
});
