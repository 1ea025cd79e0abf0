import { expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { type ArchiveFile, zipped } from './archive.ts';

const madeAt = new Date('2026-03-01T12:00:00.000Z');

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* filesOf(...files: ArchiveFile[]): AsyncGenerator<ArchiveFile> {
  yield* files;
}

async function readWhole(bytes: AsyncIterable<Uint8Array>): Promise<Record<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  const files = unzipSync(Buffer.concat(parts));
  return Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strFromU8(content)]));
}

test('an archive contains every file in full, compressed or not, including an empty one', async () => {
  const files = filesOf(
    { name: 'ñu/uno.json', content: parts('[1,', '2]') },
    { name: 'dos.webp', isPacked: true, content: parts('a', 'b') },
    { name: 'tres.json', content: parts() },
  );
  expect(await readWhole(zipped(files, madeAt))).toEqual({ 'ñu/uno.json': '[1,2]', 'dos.webp': 'ab', 'tres.json': '' });
});

test('files are read only as fast as the archive is read', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (;;) {
      read += 1;
      yield Buffer.alloc(100_000, read);
    }
  }
  const bytes = zipped(filesOf({ name: 'endless', isPacked: true, content: endless() }), madeAt);
  await bytes.next();
  const before = read;
  await bytes.next();
  expect(read - before).toBeLessThanOrEqual(1);
  await bytes.return(undefined);
});

test('a file that cannot be read fails the archive with its error', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('away');
  }
  await expect(readWhole(zipped(filesOf({ name: 'a', content: broken() }), madeAt))).rejects.toThrow('away');
});
