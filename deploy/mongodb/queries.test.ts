import { expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Double, Long, ObjectId } from 'bson';
import type { Doc } from './doc.ts';
import { compileFilter } from './query.ts';

const when = new Date('2024-05-01T00:00:00Z');
const id = new ObjectId('64b000000000000000000001');

/** A filter, matching documents, other documents. */
const CASES: [string, Doc, Doc[], Doc[]][] = [
  ['equality', { a: 1 }, [{ a: 1 }, { a: new Double(1) }, { a: Long.ONE }, { a: [3, 1] }], [{ a: 2 }, { a: '1' }, {}]],
  [
    'equality with an array',
    { a: [1, 2] },
    [{ a: [1, 2] }, { a: [[1, 2], 3] }],
    [{ a: [2, 1] }, { a: 1 }, { a: [1, 2, 3] }],
  ],
  [
    'equality with a document',
    { a: { x: 1, y: 2 } },
    [{ a: { x: 1, y: 2 } }, { a: [{ x: 1, y: 2 }] }],
    [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }],
  ],
  ['an empty document', { a: {} }, [{ a: {} }], [{ a: { b: 1 } }, {}]],
  [
    'null matches a missing field',
    { a: null },
    [{ a: null }, {}, { a: [1, null] }],
    [{ a: 0 }, { a: [] }, { a: false }],
  ],
  [
    'null below an array',
    { 'a.b': null },
    [{ a: 5 }, {}, { a: [{ b: 1 }, {}] }, { a: { b: null } }],
    [{ a: [] }, { a: [1, 2] }, { a: [{ b: 1 }] }],
  ],
  ['$ne', { a: { $ne: 1 } }, [{ a: 2 }, {}, { a: [2] }], [{ a: 1 }, { a: [2, 1] }]],
  ['$ne null', { a: { $ne: null } }, [{ a: 2 }, { a: [] }], [{}, { a: null }]],
  [
    '$gt stays within a type',
    { a: { $gt: 1 } },
    [{ a: 2 }, { a: [0, 9] }, { a: Long.fromNumber(2) }],
    [{ a: 1 }, { a: '5' }, { a: when }, { a: null }, {}],
  ],
  ['$gte and $lte', { a: { $gte: 1, $lte: 2 } }, [{ a: 1 }, { a: 2 }, { a: 1.5 }, { a: [0, 3] }], [{ a: 0 }, { a: 3 }]],
  ['$gte null', { a: { $gte: null } }, [{}, { a: null }], [{ a: 0 }]],
  ['NaN is no number to compare', { a: { $lt: 5 } }, [{ a: 4 }], [{ a: Number.NaN }]],
  ['dates', { a: { $lt: when } }, [{ a: new Date(0) }], [{ a: when }, { a: 5 }]],
  [
    'ids',
    { a: { $lte: id } },
    [{ a: id }, { a: new ObjectId('000000000000000000000000') }],
    [{ a: new ObjectId('ffffffffffffffffffffffff') }],
  ],
  ['text by its bytes', { a: { $gt: '\uffff' } }, [{ a: '\u{1f600}' }], [{ a: 'z' }]],
  [
    '$in',
    { a: { $in: [1, 'x', new BSONRegExp('^y')] } },
    [{ a: 1 }, { a: ['x'] }, { a: 'yes' }],
    [{ a: 2 }, { a: 'no' }, {}],
  ],
  ['$in null', { a: { $in: [null] } }, [{}, { a: null }], [{ a: 1 }]],
  ['$nin', { a: { $nin: [1, 2] } }, [{ a: 3 }, {}], [{ a: 1 }, { a: [3, 2] }]],
  ['$exists', { a: { $exists: true } }, [{ a: null }, { a: [] }], [{}]],
  ['$exists false', { 'a.b': { $exists: false } }, [{}, { a: [] }, { a: 1 }], [{ a: { b: null } }, { a: [{ b: 1 }] }]],
  ['$type', { a: { $type: 'number' } }, [{ a: 1 }, { a: [1] }, { a: 1.5 }, { a: Long.ONE }], [{ a: '1' }, {}]],
  ['$type of an array', { a: { $type: ['array', 'bool'] } }, [{ a: [] }, { a: true }], [{ a: 1 }]],
  ['$type distinguishes int from double', { a: { $type: 16 } }, [{ a: 1 }], [{ a: new Double(1) }, { a: 2 ** 31 }]],
  ['$size', { a: { $size: 2 } }, [{ a: [1, 2] }], [{ a: [1] }, { a: 2 }, { a: [[1, 2]] }]],
  ['$all', { a: { $all: [1, 2] } }, [{ a: [2, 3, 1] }], [{ a: [1] }, {}]],
  ['$all of one value', { a: { $all: [1] } }, [{ a: 1 }, { a: [1] }], [{ a: 2 }]],
  ['$elemMatch of values', { a: { $elemMatch: { $gt: 1, $lt: 3 } } }, [{ a: [0, 2] }], [{ a: [0, 4] }, { a: 2 }]],
  [
    '$elemMatch of documents',
    { a: { $elemMatch: { x: 1, y: { $gt: 1 } } } },
    [{ a: [{ x: 1, y: 2 }] }],
    [{ a: [{ x: 1 }, { y: 2 }] }, { a: { x: 1, y: 2 } }],
  ],
  [
    '$elemMatch within $all',
    { a: { $all: [{ $elemMatch: { x: 1 } }, { $elemMatch: { x: 2 } }] } },
    [{ a: [{ x: 1 }, { x: 2 }] }],
    [{ a: [{ x: 1 }] }],
  ],
  ['$not', { a: { $not: { $gt: 1 } } }, [{ a: 1 }, {}, { a: 'x' }], [{ a: 2 }, { a: [0, 2] }]],
  ['$not of a pattern', { a: { $not: new BSONRegExp('x') } }, [{ a: 'y' }, {}], [{ a: 'axa' }]],
  ['$mod', { a: { $mod: [4, 1] } }, [{ a: 5 }, { a: Long.fromNumber(9) }, { a: 5.9 }], [{ a: 4 }, { a: 'x' }]],
  ['a pattern', { a: new BSONRegExp('^ab', 'i') }, [{ a: 'ABC' }, { a: ['x', 'abc'] }], [{ a: 'xab' }, { a: 1 }]],
  ['$regex with options', { a: { $regex: '^b', $options: 'm' } }, [{ a: 'a\nb' }], [{ a: 'ab' }]],
  ['a pattern with escaped punctuation', { a: { $regex: 'a\\-b\\#' } }, [{ a: 'a-b#' }], [{ a: 'ab' }]],
  ['$and', { $and: [{ a: 1 }, { b: 2 }] }, [{ a: 1, b: 2 }], [{ a: 1 }]],
  ['$or', { $or: [{ a: 1 }, { b: 2 }] }, [{ a: 1 }, { b: 2 }], [{ a: 2 }]],
  ['$nor', { $nor: [{ a: 1 }, { b: 2 }] }, [{ a: 2 }], [{ a: 1 }, { b: 2 }]],
  ['$expr', { $expr: { $gt: ['$a', '$b'] } }, [{ a: 2, b: 1 }], [{ a: 1, b: 1 }]],
  [
    'paths through arrays',
    { 'a.b.c': 2 },
    [{ a: [{ b: { c: 1 } }, { b: [{ c: 2 }] }] }],
    [{ a: { b: 2 } }, { a: [[{ b: { c: 2 } }]] }],
  ],
  ['array positions', { 'a.1': 5 }, [{ a: [1, 5] }, { a: { 1: 5 } }, { a: [{ 1: 5 }] }], [{ a: [5] }]],
  ['fields named like methods', { constructor: null }, [{}], [{ constructor: 1 }]],
  [
    'binaries by their bytes',
    { a: new Binary(Buffer.from([0xff, 0xfe]), 4) },
    [{ a: new Binary(Buffer.from([0xff, 0xfe]), 4) }],
    [{ a: new Binary(Buffer.from([0xff, 0xfd]), 4) }, { a: new Binary(Buffer.from([0xff, 0xfe]), 0) }],
  ],
  [
    'integers beyond 2^53',
    { a: Long.fromString('9007199254740993') },
    [{ a: Long.fromString('9007199254740993') }],
    [{ a: Long.fromString('9007199254740992') }, { a: 9007199254740992 }],
  ],
];

test.each(CASES)('%s', (_name, filter, found, others) => {
  const match = compileFilter(filter);
  expect(found.filter((doc) => !match(doc))).toEqual([]);
  expect(others.filter(match)).toEqual([]);
});

const REFUSED: [string, Doc, number][] = [
  ['an unknown operator', { a: { $near: 1 } }, 2],
  ['an unknown top level operator', { $foo: 1 }, 2],
  ['$where', { $where: 'true' }, 238],
  ['$text', { $text: { $search: 'x' } }, 238],
  ['an operator after a first one', { a: { $gt: 1, b: 2 } }, 2],
  ['an empty $or', { $or: [] }, 2],
  ['$in without a list', { a: { $in: 1 } }, 2],
  ['operators within $in', { a: { $in: [{ $gt: 1 }] } }, 2],
  ['$ne of a pattern', { a: { $ne: new BSONRegExp('x') } }, 2],
  ['$options alone', { a: { $options: 'i' } }, 2],
  ['a pattern that does not compile', { a: { $regex: '(' } }, 51091],
  ['a pattern that only PCRE understands', { a: { $regex: '(?i)x' } }, 51091],
  ['an unknown flag', { a: new BSONRegExp('x', 'x') }, 51108],
  ['a division by zero', { a: { $mod: [0, 1] } }, 2],
  ['an unknown type', { a: { $type: 'text' } }, 2],
  ['an unknown expression', { $expr: { $rand: {} } }, 168],
];

test.each(REFUSED)('%s is refused', (_name, filter, code) => {
  expect(() => compileFilter(filter)).toThrow(expect.objectContaining({ code }));
});
