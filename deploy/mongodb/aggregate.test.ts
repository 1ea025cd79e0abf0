import { afterEach, expect, test } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { clearUp, failure, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

async function sales(): Promise<Collection> {
  const { things } = await openMongo();
  await things.insertMany([
    { _id: 1, shop: 'a', n: 5, tags: ['x', 'y'], at: new Date('2024-01-05T10:00:00Z') },
    { _id: 2, shop: 'b', n: 3, tags: ['y'], at: new Date('2024-01-20T10:00:00Z') },
    { _id: 3, shop: 'a', n: 2.5, tags: [], at: new Date('2024-02-01T10:00:00Z') },
    { _id: 4, shop: null, n: 'x', at: new Date('2024-02-02T10:00:00Z') },
  ] as Document[]);
  return things;
}

const CASES: [string, Document[], Document[]][] = [
  [
    '$match, $sort, $skip and $limit',
    [{ $match: { _id: { $gt: 1 } } }, { $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { n: 1 } }],
    [{ _id: 3, n: 2.5 }],
  ],
  [
    '$group sums, counts and collects',
    [
      { $sort: { _id: 1 } },
      {
        $group: {
          _id: '$shop',
          sum: { $sum: '$n' },
          count: { $sum: 1 },
          all: { $push: '$_id' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
        },
      },
      { $sort: { _id: -1 } },
    ],
    [
      { _id: 'b', sum: 3, count: 1, all: [2], first: 2, last: 2 },
      { _id: 'a', sum: 7.5, count: 2, all: [1, 3], first: 1, last: 3 },
      { _id: null, sum: 0, count: 1, all: [4], first: 4, last: 4 },
    ],
  ],
  [
    '$group of everything',
    [{ $group: { _id: null, avg: { $avg: '$n' }, min: { $min: '$n' }, max: { $max: '$n' }, many: { $count: {} } } }],
    [{ _id: null, avg: 3.5, min: 2.5, max: 'x', many: 4 }],
  ],
  [
    '$group by several fields',
    [
      { $group: { _id: { shop: '$shop', month: { $month: '$at' } }, n: { $sum: 1 } } },
      { $match: { '_id.shop': 'a' } },
      { $sort: { '_id.month': 1 } },
    ],
    [
      { _id: { shop: 'a', month: 1 }, n: 1 },
      { _id: { shop: 'a', month: 2 }, n: 1 },
    ],
  ],
  [
    '$addToSet gathers different values',
    [{ $unwind: '$tags' }, { $group: { _id: 0, tags: { $addToSet: '$tags' } } }],
    [{ _id: 0, tags: ['x', 'y'] }],
  ],
  [
    '$unwind gives a document per element',
    [{ $unwind: '$tags' }, { $project: { tags: 1 } }, { $sort: { _id: 1, tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
      { _id: 2, tags: 'y' },
    ],
  ],
  [
    '$unwind keeps documents with empty arrays and numbers the others when asked',
    [
      { $match: { _id: { $ne: 1 } } },
      { $unwind: { path: '$tags', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true } },
      { $project: { tags: 1, i: 1 } },
    ],
    [
      { _id: 2, tags: 'y', i: 0 },
      { _id: 3, i: null },
      { _id: 4, i: null },
    ],
  ],
  [
    '$project computes',
    [
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          double: { $multiply: ['$n', 2] },
          big: { $cond: [{ $gte: ['$n', 5] }, 'yes', 'no'] },
          many: { $size: '$tags' },
          'deep.shop': '$shop',
        },
      },
    ],
    [{ double: 10, big: 'yes', many: 2, deep: { shop: 'a' } }],
  ],
  ['$project leaves out', [{ $match: { _id: 2 } }, { $project: { at: 0, tags: 0, _id: 0 } }], [{ shop: 'b', n: 3 }]],
  [
    '$addFields adds, exchanges and removes',
    [
      { $match: { _id: 2 } },
      { $addFields: { n: { $add: ['$n', 1] }, 'deep.x': 1, at: '$$REMOVE' } },
      { $set: { tags: { $concatArrays: ['$tags', ['z']] } } },
    ],
    [{ _id: 2, shop: 'b', n: 4, tags: ['y', 'z'], deep: { x: 1 } }],
  ],
  [
    '$replaceRoot',
    [{ $match: { _id: 2 } }, { $replaceRoot: { newRoot: { id: '$_id', shop: '$shop', none: '$nothing' } } }],
    [{ id: 2, shop: 'b' }],
  ],
  ['$count', [{ $match: { shop: 'a' } }, { $count: 'shops' }], [{ shops: 2 }]],
  ['$count of no documents is empty', [{ $match: { shop: 'z' } }, { $count: 'shops' }], []],
  [
    '$facet runs several pipelines',
    [
      {
        $facet: {
          top: [{ $sort: { _id: -1 } }, { $limit: 1 }, { $project: { _id: 1 } }],
          total: [{ $count: 'n' }],
          none: [{ $match: { _id: 99 } }],
        },
      },
    ],
    [{ top: [{ _id: 4 }], total: [{ n: 4 }], none: [] }],
  ],
  [
    'lists are filtered, mapped and reduced',
    [
      { $match: { _id: 1 } },
      {
        $project: {
          _id: 0,
          up: { $map: { input: '$tags', as: 't', in: { $toUpper: '$$t' } } },
          some: { $filter: { input: '$tags', cond: { $eq: ['$$this', 'x'] } } },
          sum: { $reduce: { input: [1, 2, 3], initialValue: 0, in: { $add: ['$$value', '$$this'] } } },
          has: { $in: ['y', '$tags'] },
        },
      },
    ],
    [{ up: ['X', 'Y'], some: ['x'], sum: 6, has: true }],
  ],
  [
    'missing and null differ in expressions',
    [
      { $match: { _id: 4 } },
      {
        $project: {
          _id: 0,
          a: { $eq: ['$shop', null] },
          b: { $eq: ['$tags', null] },
          c: { $ifNull: ['$tags', 'none'] },
          d: { $type: '$tags' },
          e: { $lt: ['$tags', null] },
        },
      },
    ],
    [{ a: true, b: false, c: 'none', d: 'missing', e: true }],
  ],
  [
    'dates are formatted and split into parts',
    [
      { $match: { _id: 1 } },
      { $project: { _id: 0, day: { $dateToString: { date: '$at', format: '%Y-%m-%d' } }, year: { $year: '$at' } } },
    ],
    [{ day: '2024-01-05', year: 2024 }],
  ],
];

test.each(CASES)('%s', async (_name, pipeline, expected) => {
  const things = await sales();
  expect(await things.aggregate(pipeline).toArray()).toEqual(expected);
});

test('$lookup joins by fields, arrays included, and by a pipeline', async () => {
  const { db, things } = await openMongo();
  await db.collection('people').insertMany([{ name: 'ana', team: 1 }, { name: 'bo', team: 2 }, { name: 'cy' }]);
  await things.insertMany([{ t: 1 }, { t: [1, 2] }, { t: [] }, {}]);
  const joined = await things
    .aggregate([{ $lookup: { from: 'people', localField: 't', foreignField: 'team', as: 'who' } }])
    .toArray();
  expect(joined.map(({ who }) => who.map(({ name }: Document) => name))).toEqual([['ana'], ['ana', 'bo'], [], ['cy']]);
  const bound = await things
    .aggregate([
      { $match: { t: 1 } },
      {
        $lookup: {
          from: 'people',
          let: { wanted: '$t' },
          pipeline: [{ $match: { $expr: { $eq: ['$team', '$$wanted'] } } }, { $project: { _id: 0, name: 1 } }],
          as: 'who',
        },
      },
    ])
    .toArray();
  expect(bound[0]?.who).toEqual([{ name: 'ana' }]);
  const missing = await db
    .collection('people')
    .aggregate([{ $lookup: { from: 'nowhere', localField: 'x', foreignField: 'y', as: 'z' } }])
    .toArray();
  expect(missing[0]?.z).toEqual([]);
});

test('sums of 64-bit integers are exact', async () => {
  const { db } = await openMongo();
  const things = db.collection('things', { promoteLongs: false });
  const { Long } = await import('bson');
  await things.insertMany([{ n: Long.fromString('9007199254740993') }, { n: 2 }]);
  const [sum] = await things.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray();
  expect(String(sum?.n)).toBe('9007199254740995');
});

const REFUSED: [string, Document[], number][] = [
  ['an unknown stage', [{ $bucket: {} }], 40324],
  ['a stage that writes', [{ $out: 'x' }], 40324],
  ['a change stream', [{ $changeStream: {} }], 40324],
  ['a stage with two operators', [{ $match: {}, $limit: 1 }], 40323],
  ['$limit 0', [{ $limit: 0 }], 15958],
  ['$group without _id', [{ $group: { n: { $sum: 1 } } }], 15955],
  ['an unknown accumulator', [{ $group: { _id: 1, n: { $stdDevPop: '$n' } } }], 15952],
  ['an unknown expression', [{ $project: { n: { $function: {} } } }], 168],
  ['a mix of inclusion and exclusion', [{ $project: { a: 1, b: 0 } }], 31254],
  ['paths that collide', [{ $project: { a: 1, 'a.b': 1 } }], 31249],
  ['an undefined variable', [{ $project: { a: '$$nope' } }], 17276],
  ['$size of no array', [{ $project: { a: { $size: '$n' } } }], 17124],
  ['a root that is no document', [{ $replaceRoot: { newRoot: '$n' } }], 40228],
  ['a facet in a facet', [{ $facet: { a: [{ $facet: { b: [] } }] } }], 40600],
  [
    'an invalid lookup without documents',
    [{ $match: { _id: 99 } }, { $lookup: { from: 'x', pipeline: [{ $nope: 1 }], as: 'y' } }],
    40324,
  ],
  ['an unknown stage option', [{ $unwind: { path: '$a', foo: 1 } }], 40415],
];

test.each(REFUSED)('%s is refused', async (_name, pipeline, code) => {
  const things = await sales();
  expect(await failure(things.aggregate(pipeline).toArray())).toMatchObject({ code });
});
