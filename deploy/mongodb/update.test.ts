import { expect, test } from '@jest/globals';
import { Double, Long, ObjectId, Timestamp } from 'bson';
import type { Doc } from './doc.ts';
import { applyUpdate, parseUpdate } from './update.ts';

function updated(doc: Doc, change: Doc, filter: Doc = {}, inserting = false): Doc {
  return applyUpdate(parseUpdate(change, false), doc, filter, inserting);
}

const BIG = Long.fromString('9223372036854775807');

const CASES: [string, Doc, Doc, Doc][] = [
  ['$set creates and replaces fields', { a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
  ['$set reaches into arrays', { a: [1, { b: 1 }] }, { $set: { 'a.1.b': 2, 'a.3': 9 } }, { a: [1, { b: 2 }, null, 9] }],
  [
    'new fields are added in the order of their names',
    {},
    { $set: { c: 1, a: 1 }, $inc: { b: 1 } },
    { a: 1, b: 1, c: 1 },
  ],
  [
    '$unset removes fields and nulls elements',
    { a: 1, b: [1, 2], c: 3 },
    { $unset: { a: '', 'b.0': '', 'x.y': '' } },
    { b: [null, 2], c: 3 },
  ],
  ['$inc adds, also to a missing field', { a: 1 }, { $inc: { a: 2, b: -1 } }, { a: 3, b: -1 }],
  ['$inc grows from 32 to 64 bits', { a: 2147483647 }, { $inc: { a: 1 } }, { a: Long.fromNumber(2147483648) }],
  [
    '$inc keeps the type of the larger',
    { a: 1, b: Long.ONE },
    { $inc: { a: 0.5, b: 1 } },
    { a: 1.5, b: Long.fromNumber(2) },
  ],
  ['$inc by a double makes a double', { a: 1 }, { $inc: { a: new Double(1) } }, { a: new Double(2) }],
  ['$min and $max', { a: 5, b: 5, c: 5 }, { $min: { a: 3, d: 1 }, $max: { b: 9, c: 1 } }, { a: 3, b: 9, c: 5, d: 1 }],
  ['$max compares across types', { a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
  ['$push appends, also to a missing field', { a: [1] }, { $push: { a: 2, b: [3] } }, { a: [1, 2], b: [[3]] }],
  ['$push with $each', { a: [1] }, { $push: { a: { $each: [2, 3] } } }, { a: [1, 2, 3] }],
  ['$push with $position', { a: [1, 2] }, { $push: { a: { $each: [9], $position: 1 } } }, { a: [1, 9, 2] }],
  [
    '$push with a $position from the end',
    { a: [1, 2] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { a: [1, 9, 2] },
  ],
  [
    '$push with $sort and $slice',
    { a: [{ n: 2 }, { n: 9 }] },
    { $push: { a: { $each: [{ n: 5 }], $sort: { n: -1 }, $slice: 2 } } },
    { a: [{ n: 9 }, { n: 5 }] },
  ],
  [
    '$push keeps the last with a negative $slice',
    { a: [1, 2] },
    { $push: { a: { $each: [3], $slice: -2 } } },
    { a: [2, 3] },
  ],
  ['$push with $slice 0', { a: [1] }, { $push: { a: { $each: [], $slice: 0 } } }, { a: [] }],
  ['$push sorts whole elements', { a: [3, 'x', 1] }, { $push: { a: { $each: [2], $sort: 1 } } }, { a: [1, 2, 3, 'x'] }],
  [
    '$addToSet skips existing elements',
    { a: [1, { x: 1 }] },
    { $addToSet: { a: { $each: [1, { x: 1 }, 2, 2] } } },
    { a: [1, { x: 1 }, 2] },
  ],
  ['$addToSet of one', {}, { $addToSet: { a: [1] } }, { a: [[1]] }],
  ['$pull of a value', { a: [1, 2, 1] }, { $pull: { a: 1, b: 1 } }, { a: [2] }],
  ['$pull of a condition', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  ['$pull of documents', { a: [{ x: 1, y: 1 }, { x: 2 }] }, { $pull: { a: { x: 1 } } }, { a: [{ x: 2 }] }],
  ['$pull of a list', { a: [1, 2, 3] }, { $pull: { a: { $in: [1, 3] } } }, { a: [2] }],
  ['$pop', { a: [1, 2, 3], b: [1, 2, 3] }, { $pop: { a: 1, b: -1, c: 1 } }, { a: [1, 2], b: [2, 3] }],
  ['$rename', { a: 1, b: 2 }, { $rename: { a: 'c.d', x: 'y' } }, { b: 2, c: { d: 1 } }],
  ['a replacement keeps the id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  ['an empty replacement', { _id: 1, a: 1 }, {}, { _id: 1 }],
];

test.each(CASES)('%s', (_name, doc, change, expected) => {
  const before = structuredClone(JSON.stringify(doc));
  const result = updated(doc, change);
  expect(result).toEqual(expected);
  expect(JSON.stringify(result)).toBe(JSON.stringify(expected));
  expect(JSON.stringify(doc)).toBe(before);
});

test('$setOnInsert applies only to an insert', () => {
  expect(updated({ a: 1 }, { $setOnInsert: { b: 1 } })).toEqual({ a: 1 });
  expect(updated({ a: 1 }, { $setOnInsert: { b: 1 } }, {}, true)).toEqual({ a: 1, b: 1 });
});

test('$currentDate sets a date or a timestamp', () => {
  const result = updated({}, { $currentDate: { a: true, b: { $type: 'timestamp' }, c: { $type: 'date' } } });
  expect(result.a).toBeInstanceOf(Date);
  expect(result.b).toBeInstanceOf(Timestamp);
  expect(result.c).toBeInstanceOf(Date);
});

test('the positional $ refers to the element that the filter matched', () => {
  const doc = { a: [{ n: 1 }, { n: 5 }, { n: 5 }] };
  expect(updated(doc, { $set: { 'a.$.n': 9 } }, { 'a.n': { $gt: 1 } })).toEqual({ a: [{ n: 1 }, { n: 9 }, { n: 5 }] });
  expect(updated({ b: { a: [1, 2] } }, { $inc: { 'b.a.$': 5 } }, { 'b.a': 2 })).toEqual({ b: { a: [1, 7] } });
  const elements = { a: { $elemMatch: { n: 5 } } };
  expect(updated(doc, { $set: { 'a.$': 'x' } }, { $and: [elements] })).toEqual({ a: [{ n: 1 }, 'x', { n: 5 }] });
});

const REFUSED: [string, Doc, Doc, number][] = [
  ['an unknown operator', {}, { $mul: { a: 2 } }, 9],
  ['operators and fields together', {}, { $set: { a: 1 }, b: 1 }, 9],
  ['an operator without fields', {}, { $set: 1 }, 9],
  ['two operators for one field', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['an operator within a changed field', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['an empty name', {}, { $set: { 'a..b': 1 } }, 56],
  ['a name with a dollar', {}, { $set: { 'a.$x': 1 } }, 52],
  ['content with a dollar', {}, { $set: { a: { $x: 1 } } }, 52],
  ['a replacement with a dollar inside', {}, { a: { $x: 1 } }, 52],
  ['a path through a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['a name in an array', { a: [1] }, { $set: { 'a.b': 1 } }, 28],
  ['$inc of text', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$inc by text', {}, { $inc: { a: 'x' } }, 14],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, 14],
  ['$inc beyond 64 bits', { a: BIG }, { $inc: { a: 1 } }, 2],
  ['$push to a non-array', { a: 1 }, { $push: { a: 1 } }, 2],
  ['$push of a non-list', {}, { $push: { a: { $each: 1 } } }, 2],
  ['an unknown clause of $push', {}, { $push: { a: { $each: [], $foo: 1 } } }, 2],
  ['$addToSet to a non-array', { a: 1 }, { $addToSet: { a: 1 } }, 2],
  ['$pull from a non-array', { a: 1 }, { $pull: { a: 1 } }, 2],
  ['$pop from a non-array', { a: 1 }, { $pop: { a: 1 } }, 14],
  ['$pop by an invalid number', {}, { $pop: { a: 2 } }, 9],
  ['$rename to a reserved name of JavaScript', { a: 1 }, { $rename: { a: '__proto__' } }, 2],
  ['$rename to itself', {}, { $rename: { a: 'a' } }, 2],
  ['$rename into itself', { a: 1 }, { $rename: { a: 'a.b' } }, 40],
  ['all elements at once', { a: [1] }, { $set: { 'a.$[]': 1 } }, 238],
  ['a position without an array condition', { a: [1] }, { $set: { 'a.$': 1 } }, 2],
];

test.each(REFUSED)('%s is refused', (_name, doc, change, code) => {
  expect(() => updated(doc, change)).toThrow(expect.objectContaining({ code }));
});

test('a pipeline as an update is refused, and so is replacing several documents', () => {
  expect(() => parseUpdate([{ $set: { a: 1 } }], false)).toThrow(expect.objectContaining({ code: 238 }));
  expect(() => parseUpdate({ a: 1 }, true)).toThrow(expect.objectContaining({ code: 9 }));
});

test('a path into an id is refused', () => {
  expect(() => updated({ a: new ObjectId() }, { $set: { 'a.b': 1 } })).toThrow(expect.objectContaining({ code: 28 }));
});
