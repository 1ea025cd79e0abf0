import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { BSON } from 'mongodb';
import { crc32c } from './crc32c.ts';
import { afterTest, clearUp, openMongo } from './testing/fixture.ts';

afterEach(clearUp);

const OP_MSG = 2013;

function message(opCode: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + body.length, 0);
  header.writeInt32LE(77, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function bson(doc: object): Buffer {
  return Buffer.from(BSON.serialize(doc));
}

const section = (doc: object): Buffer => Buffer.concat([Buffer.from([0]), bson(doc)]);
const ping = (flags = 0): Buffer => message(OP_MSG, int32(flags), section({ ping: 1, $db: 'admin' }));

async function open(port: number): Promise<Socket> {
  const socket = connectSocket(port, '127.0.0.1');
  afterTest(async () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function reply(socket: Socket, skip = 21): Promise<BSON.Document> {
  let bytes = Buffer.alloc(0);
  while (bytes.length < 16 || bytes.length < bytes.readInt32LE(0)) {
    const [chunk] = await once(socket, 'data');
    bytes = Buffer.concat([bytes, chunk]);
  }
  expect(bytes.readInt32LE(8)).toBe(77);
  return BSON.deserialize(bytes.subarray(skip, bytes.readInt32LE(0)));
}

test('messages may arrive byte by byte, or several together', async () => {
  const { server } = await openMongo();
  const socket = await open(server.port);
  for (const byte of ping()) socket.write(Buffer.from([byte]));
  expect(await reply(socket)).toEqual({ ok: 1 });
  socket.write(Buffer.concat([ping(2), ping()]));
  expect(await reply(socket)).toEqual({ ok: 1 });
});

test('a document sequence and a checksum are read', async () => {
  const { server, things } = await openMongo();
  const docs = Buffer.concat([bson({ _id: 1 }), bson({ _id: 2 })]);
  const sequence = Buffer.concat([Buffer.from([1]), int32(4 + 10 + docs.length), Buffer.from('documents\0'), docs]);
  const parts = [int32(1), sequence, section({ insert: 'things', $db: 'test' })];
  const checked = message(OP_MSG, ...parts, int32(0));
  checked.writeUInt32LE(crc32c(checked.subarray(0, -4)), checked.length - 4);
  const socket = await open(server.port);
  socket.write(checked);
  expect(await reply(socket)).toEqual({ n: 2, ok: 1 });
  expect(await things.countDocuments()).toBe(2);
});

test('the checksum is CRC-32C', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
});

test('a legacy query supports only the handshake', async () => {
  const { server } = await openMongo();
  const query = (doc: object): Buffer =>
    message(2004, int32(0), Buffer.from('admin.$cmd\0'), int32(0), int32(-1), bson(doc));
  const socket = await open(server.port);
  socket.write(query({ isMaster: 1 }));
  expect(await reply(socket, 36)).toMatchObject({ ok: 1, ismaster: true, maxWireVersion: 21 });
  socket.write(query({ find: 'x' }));
  expect(await reply(socket, 36)).toMatchObject({ ok: 0, code: 352 });
});

const MALFORMED: [string, Buffer][] = [
  ['a length below the header', Buffer.concat([int32(5), Buffer.alloc(20)])],
  ['a length beyond 48 MB', Buffer.concat([int32(48_000_001), Buffer.alloc(20)])],
  ['a negative length', Buffer.concat([int32(-1), Buffer.alloc(20)])],
  ['an unknown operation', message(2012, Buffer.alloc(20))],
  ['an unknown required flag', ping(4)],
  ['a wrong checksum', message(OP_MSG, int32(1), section({ ping: 1, $db: 'x' }), int32(5))],
  ['an unknown section', message(OP_MSG, int32(0), Buffer.from([9]), bson({ ping: 1 }))],
  ['no body', message(OP_MSG, int32(0))],
  ['two bodies', message(OP_MSG, int32(0), section({ ping: 1 }), section({ ping: 1 }))],
  [
    'a document that is longer than the message',
    message(OP_MSG, int32(0), Buffer.from([0]), int32(5000), Buffer.from([0])),
  ],
  [
    'a document that is no document',
    message(OP_MSG, int32(0), Buffer.from([0]), int32(9), Buffer.from([99, 1, 1, 1, 1])),
  ],
  ['a sequence without an end', message(OP_MSG, int32(0), Buffer.from([1]), int32(8), Buffer.from('abcd'))],
  [
    'a strange sequence',
    message(OP_MSG, int32(0), section({ ping: 1 }), Buffer.from([1]), int32(14), Buffer.from('__proto__\0')),
  ],
  ['a query without an end', message(2004, int32(0), Buffer.from('abc'))],
];

test.each(MALFORMED)('%s closes that connection only', async (_name, bytes) => {
  const { server, things } = await openMongo();
  await things.insertOne({});
  const [bad, good] = [await open(server.port), await open(server.port)];
  const closed = once(bad, 'close');
  bad.on('error', () => undefined);
  bad.write(bytes);
  await closed;
  good.write(ping());
  expect(await reply(good)).toEqual({ ok: 1 });
  expect(await things.countDocuments()).toBe(1);
});

test('names with a meaning in JavaScript are refused', async () => {
  const { server } = await openMongo();
  const socket = await open(server.port);
  for (const name of ['__proto__', 'a.__proto__.b', 'toBSON']) {
    const documents = [JSON.parse(`{ "${name}": { "x": 1 } }`)];
    socket.write(message(OP_MSG, int32(0), section({ insert: 'things', $db: 'test', documents })));
    expect(await reply(socket)).toMatchObject({ ok: 0, code: 2 });
  }
});

test('nesting too deep for any stack is refused', async () => {
  const { server } = await openMongo();
  const socket = await open(server.port);
  const depth = 100_000;
  const opened = Array.from({ length: depth }, (_, level) =>
    Buffer.concat([int32(5 + 8 * (depth - level)), Buffer.from([3]), Buffer.from('a\0')]),
  );
  const body = Buffer.concat([...opened, bson({}), Buffer.alloc(depth)]);
  socket.write(message(OP_MSG, int32(0), Buffer.from([0]), body));
  expect(await reply(socket)).toMatchObject({ ok: 0, code: 15 });
});
