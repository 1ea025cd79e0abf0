import { crc32c } from './crc32c.ts';
import type { Doc } from './doc.ts';
import { decode, encode } from './values.ts';

/** Maximum message size of MongoDB. */
export const MAX_MESSAGE = 48_000_000;
const HEADER = 16;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** The first sixteen flags must be supported; no others are. */
const UNKNOWN_REQUIRED = 0xffff & ~(CHECKSUM_PRESENT | MORE_TO_COME);

/** A message that violates the protocol: only its connection is closed. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** One request. `body` is decoded later, so that an unsupported value can still be answered. */
export type Message = {
  requestId: number;
  /** A legacy query, allowed as the first message of a connection. */
  legacy: boolean;
  /** The client expects no reply. */
  silent: boolean;
  body: () => Doc;
};

/** Splits a stream of bytes into messages. */
export async function* frames(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    parts.push(chunk);
    size += chunk.length;
    while (size >= 4) {
      const head = parts[0] && parts[0].length >= 4 ? parts[0] : Buffer.concat(parts);
      const length = head.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE) throw new WireError(`a message of ${length} bytes`);
      if (size < length) break;
      const all = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
      parts = [all.subarray(length)];
      size -= length;
      yield all.subarray(0, length);
    }
  }
}

/** Reads one complete message. */
export function readMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opCode = bytes.readInt32LE(12);
  if (opCode === OP_MSG) return { requestId, legacy: false, ...readMsg(bytes) };
  if (opCode === OP_QUERY) return { requestId, legacy: true, silent: false, body: readQuery(bytes) };
  throw new WireError(`operation ${opCode} is not supported`);
}

function readMsg(bytes: Buffer): { silent: boolean; body: () => Doc } {
  const decoder = new MessageDecoder(bytes, HEADER);
  const flags = decoder.int32();
  if (flags & UNKNOWN_REQUIRED) throw new WireError(`unknown flags ${flags}`);
  const checked = (flags & CHECKSUM_PRESENT) !== 0;
  const end = checked ? bytes.length - 4 : bytes.length;
  if (checked && crc32c(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) throw new WireError('wrong checksum');
  let body: Buffer | undefined;
  const sequences: { name: string; docs: Buffer[] }[] = [];
  while (decoder.at < end) {
    const kind = decoder.byte();
    if (kind === 0 && !body) body = decoder.document(end);
    else if (kind === 1) sequences.push(decoder.sequence(end));
    else throw new WireError(`unexpected section ${kind}`);
  }
  if (!body) throw new WireError('a message without a body');
  const main = body;
  return { silent: (flags & MORE_TO_COME) !== 0, body: () => assemble(main, sequences) };
}

function assemble(body: Buffer, sequences: readonly { name: string; docs: Buffer[] }[]): Doc {
  const doc = decode(body);
  for (const { name, docs } of sequences) doc[name] = docs.map((bytes) => decode(bytes));
  return doc;
}

function readQuery(bytes: Buffer): () => Doc {
  const decoder = new MessageDecoder(bytes, HEADER + 4);
  const namespace = decoder.text(bytes.length);
  decoder.int32();
  decoder.int32();
  const query = decoder.document(bytes.length);
  const [database = ''] = namespace.split('.', 1);
  return () => ({ ...decode(query), $db: database });
}

/** Decodes forward and never beyond the end. */
class MessageDecoder {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    this.#need(1, this.#bytes.length);
    return this.#bytes.readUInt8(this.at++);
  }

  int32(): number {
    this.#need(4, this.#bytes.length);
    const value = this.#bytes.readInt32LE(this.at);
    this.at += 4;
    return value;
  }

  text(end: number): string {
    const stop = this.#bytes.indexOf(0, this.at);
    if (stop === -1 || stop >= end) throw new WireError('text without an end');
    const text = this.#bytes.toString('utf8', this.at, stop);
    this.at = stop + 1;
    return text;
  }

  document(end: number): Buffer {
    this.#need(4, end);
    const length = this.#bytes.readInt32LE(this.at);
    if (length < 5) throw new WireError(`a document of ${length} bytes`);
    this.#need(length, end);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  sequence(end: number): { name: string; docs: Buffer[] } {
    this.#need(4, end);
    const length = this.#bytes.readInt32LE(this.at);
    this.#need(length, end);
    const stop = this.at + length;
    this.at += 4;
    const name = this.text(stop);
    if (!/^[a-z]+$/i.test(name)) throw new WireError(`a document sequence named '${name}'`);
    const docs: Buffer[] = [];
    while (this.at < stop) docs.push(this.document(stop));
    return { name, docs };
  }

  #need(count: number, end: number): void {
    if (count < 0 || this.at + count > end) throw new WireError('a message that ends too early');
  }
}

let lastId = 0;

function header(length: number, responseTo: number, opCode: number): Buffer {
  const bytes = Buffer.alloc(HEADER);
  lastId = (lastId + 1) & 0x7fffffff;
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(lastId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

/** Returns the reply to a message in the request's format. */
export function writeReply({ requestId, legacy }: Message, reply: Doc): Buffer {
  const body = encode(reply);
  // Legacy: flags, cursor, start, count of documents. OP_MSG: flags, kind of section.
  const head = legacy ? Buffer.alloc(20) : Buffer.alloc(5);
  if (legacy) head.writeInt32LE(1, 16);
  const length = HEADER + head.length + body.length;
  return Buffer.concat([header(length, requestId, legacy ? OP_REPLY : OP_MSG), head, body]);
}
