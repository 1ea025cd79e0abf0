import { expect, test } from '@jest/globals';
import { Binary, BSONRegExp, Code, Double, Long, MaxKey, MinKey, ObjectId, serialize, Timestamp } from 'bson';
import fc from 'fast-check';
import type { Doc } from './doc.ts';
import { fieldNames, readFields } from './fields.ts';
import { decode, encode } from './values.ts';

/** A document with a value of every supported type. */
const everything: Doc = {
  text: 'a\u{1f600}é',
  nothing: '',
  null: null,
  yes: true,
  no: false,
  int: -7,
  float: 1.5,
  double: new Double(1),
  long: Long.fromString('9007199254740993'),
  date: new Date(1_795_264_981_937),
  before: new Date(-1),
  first: new Date(-8.64e15),
  last: new Date(8.64e15),
  id: new ObjectId('64b000000000000000000001'),
  binary: new Binary(Uint8Array.of(0, 1, 2), 4),
  stamp: new Timestamp({ t: 1, i: 2 }),
  pattern: new BSONRegExp('^a.*', 'i'),
  least: new MinKey(),
  most: new MaxKey(),
  list: [1, 'two', { three: [3] }],
  empty: [],
  doc: { text: 'another', deep: { int: 1 } },
  '': 'without a name',
  ñandú: 'a name of more bytes than letters',
};

test('only the requested fields are read, with the same values as in the whole document', () => {
  const names = fc.subarray([...Object.keys(everything), 'missing', 'tex', 'texts']);
  const docs = fc.subarray(Object.entries(everything)).map((entries): Doc => Object.fromEntries(entries));
  fc.assert(
    fc.property(docs, names, (doc, wanted) => {
      const bson = encode(doc);
      const whole = Object.entries(decode(bson));
      const expected = Object.fromEntries(whole.filter(([name]) => wanted.includes(name)));
      expect(encode(readFields(bson, fieldNames(wanted)))).toEqual(encode(expected));
    }),
    { numRuns: 500 },
  );
});

test('a nested field is not mistaken for a top-level one', () => {
  const bson = encode({ doc: { text: 'inside' }, list: ['x'], text: 'outside' });
  expect(readFields(bson, fieldNames(['text', '0']))).toEqual({ text: 'outside' });
});

test('an unsupported type is refused as when reading the whole document', () => {
  const bson = Buffer.from(serialize({ code: new Code('1 + 1'), text: 'behind' }));
  expect(() => decode(bson)).toThrow('BSON type Code is not supported');
  expect(() => readFields(bson, fieldNames(['text']))).toThrow('BSON type Code is not supported');
});
