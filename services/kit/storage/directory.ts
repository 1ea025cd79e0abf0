import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../core/context.ts';
import { hourMs } from '../core/durations.ts';
import { codeOf } from '../core/errors.ts';
import type { Families } from '../core/retention.ts';
import { assertBlobKey, assertBlobPrefix } from './blob-key.ts';
import type { Blob, BlobMetadata, Blobs, ListedBlob, NewBlob } from './blob-store.ts';

const staleAfterMs = hourMs;

/** The files of an object store in a folder. */
export const directoryFiles: Families = {
  '{BLOBS_DIR}/objects/**': { contains: 'the objects, if no bucket is configured', until: 'the object is deleted' },
  '{BLOBS_DIR}/facts/**': { contains: 'the type and the hash of each object', until: 'the object is deleted' },
  '{BLOBS_DIR}/incoming/*': {
    contains: 'objects that are being written',
    until: 'the object is written; after a kill until the sweep or the start an hour later',
  },
};

interface StoredMetadata {
  contentType: string;
  etag: string;
}

/** Stores objects as files: bytes in `objects/<key>`, type and hash in `facts/<key>.json`, uploads in `incoming/`. */
export async function openDirectory(ctx: Context, dir: string): Promise<Blobs> {
  const blobs = new DirectoryBlobs(dir);
  await blobs.prepare();
  ctx.readyWhen('objects', () =>
    access(dir, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    ),
  );
  return blobs;
}

class DirectoryBlobs implements Blobs {
  readonly #objects: string;
  readonly #facts: string;
  readonly #incoming: string;

  constructor(dir: string) {
    this.#objects = join(dir, 'objects');
    this.#facts = join(dir, 'facts');
    this.#incoming = join(dir, 'incoming');
  }

  async prepare(): Promise<void> {
    for (const dir of [this.#objects, this.#facts, this.#incoming]) await mkdir(dir, { recursive: true, mode: 0o700 });
    await this.removeIncomplete();
  }

  async removeIncomplete(): Promise<void> {
    for (const name of await readdir(this.#incoming)) await removeIfStale(join(this.#incoming, name));
  }

  /**
   * Writes the bytes first and the metadata last: an object exists once it has both, and `list` also returns one that
   * has only bytes, so that what a killed process leaves behind is found and deleted.
   */
  async put(key: string, body: Buffer | Readable, { contentType, size }: NewBlob): Promise<void> {
    const paths = this.#pathsOf(key);
    const incoming = join(this.#incoming, randomUUID());
    try {
      const etag = await writeDurably(incoming, body);
      if ((await stat(incoming)).size !== size)
        throw new Error('the object is longer or shorter than its declared size');
      await moveDurably(incoming, paths.object);
      await this.#putFacts(paths.facts, { contentType, etag }).catch(async (error) => {
        if (!(await exists(paths.facts))) await rm(paths.object, { force: true });
        throw error;
      });
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async #putFacts(path: string, facts: StoredMetadata): Promise<void> {
    const incoming = join(this.#incoming, randomUUID());
    try {
      await writeDurably(incoming, Buffer.from(JSON.stringify(facts)));
      await moveDurably(incoming, path);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(key: string, range: { start?: number; end?: number } = {}): Promise<Blob | null> {
    const facts = await this.head(key);
    if (!facts) return null;
    // An open file can still be read after the object is deleted.
    const file = await open(this.#pathsOf(key).object).catch((error) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return file && { ...facts, stream: file.createReadStream(range) };
  }

  async head(key: string): Promise<BlobMetadata | null> {
    const paths = this.#pathsOf(key);
    try {
      const [{ size, mtime }, text] = await Promise.all([stat(paths.object), readFile(paths.facts, 'utf8')]);
      const { contentType, etag }: StoredMetadata = JSON.parse(text);
      return { size, contentType, etag, lastModified: mtime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Deletes the metadata first, so that an interrupted deletion leaves an object that `list` returns. */
  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const { object, facts } = this.#pathsOf(key);
      await rm(facts, { force: true });
      await rm(object, { force: true });
    }
  }

  async *list(prefix: string): AsyncIterable<ListedBlob> {
    assertBlobPrefix(prefix);
    const from = join(this.#objects, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    for await (const path of filesBelow(from)) {
      const key = relative(this.#objects, path).split(sep).join('/');
      if (!key.startsWith(prefix)) continue;
      const found = await stat(path).catch(() => undefined);
      if (found) yield { key, size: found.size, lastModified: found.mtime };
    }
  }

  #pathsOf(key: string): { object: string; facts: string } {
    assertBlobKey(key);
    return { object: join(this.#objects, key), facts: join(this.#facts, `${key}.json`) };
  }
}

/** Removes a file not modified for an hour, left by a killed process; newer files may belong to another process. */
async function removeIfStale(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.mtimeMs < Date.now() - staleAfterMs) await rm(path, { force: true });
}

/** Writes and syncs a file, so that it survives a power failure; returns the hash of its bytes as an ETag. */
async function writeDurably(path: string, body: Buffer | Readable): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  await pipeline(source, hashing, createWriteStream(path, { flush: true, mode: 0o600 }));
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

async function moveDurably(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await rename(from, to);
  const folder = await open(dirname(to));
  await folder.sync().finally(() => folder.close());
}

async function* filesBelow(dir: string): AsyncIterable<string> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
