import { crc32 } from 'node:zlib';

/** Kinds of log entries. */
export const ENTRY_KINDS = ['put', 'delete', 'create', 'drop', 'createIndex', 'dropIndex'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];
export type Entry = { kind: EntryKind; namespace: string; bson: Buffer };

/** Length of the payload, checksum of the payload. */
export const HEADER = 8;
/** Bytes a frame adds to the document and the name of its collection. */
export const FRAME_OVERHEAD = HEADER + 2;
/** A document of 16 MB and its name. */
const MAX_PAYLOAD = 17 * 1024 * 1024;

/** Returns one entry as stored on disk: header, kind, namespace, 0, BSON. */
export function frame(kind: EntryKind, namespace: string, bson: Uint8Array): Buffer {
  const name = Buffer.from(namespace, 'utf8');
  const buffer = Buffer.allocUnsafe(FRAME_OVERHEAD + name.length + bson.length);
  buffer[HEADER] = ENTRY_KINDS.indexOf(kind);
  name.copy(buffer, HEADER + 1);
  buffer[HEADER + 1 + name.length] = 0;
  buffer.set(bson, HEADER + 2 + name.length);
  const payload = buffer.subarray(HEADER);
  buffer.writeUInt32LE(payload.length, 0);
  buffer.writeUInt32LE(crc32(payload), 4);
  return buffer;
}

/** Returns the length of the frame that begins with this header; undefined when invalid. */
export function frameLength(header: Buffer): number | undefined {
  const length = header.readUInt32LE(0);
  return length >= 2 && length <= MAX_PAYLOAD ? HEADER + length : undefined;
}

/** Reads a complete frame; undefined when it is damaged. */
export function readFrame(bytes: Buffer): Entry | undefined {
  const payload = bytes.subarray(HEADER);
  if (crc32(payload) !== bytes.readUInt32LE(4)) return undefined;
  const kind = ENTRY_KINDS[payload[0] ?? ENTRY_KINDS.length];
  const end = payload.indexOf(0, 1);
  if (!kind || end === -1) return undefined;
  return { kind, namespace: payload.toString('utf8', 1, end), bson: payload.subarray(end + 1) };
}
