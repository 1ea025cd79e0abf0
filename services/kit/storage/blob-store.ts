import type { Readable } from 'node:stream';

/** Metadata of an object. */
export interface BlobMetadata {
  size: number;
  contentType: string;
  /** With quotes, as in the HTTP header. */
  etag: string;
  lastModified: Date;
}
export interface Blob extends BlobMetadata {
  /** The requested range; `size` is that of the whole object. */
  stream: Readable;
}
export interface ListedBlob {
  key: string;
  size: number;
  lastModified: Date;
}

/** Metadata of an object to write. */
export interface NewBlob {
  contentType: string;
  /** The length in bytes, which a store needs first; another length is refused. */
  size: number;
}

/** An object store with keys like `posts/0198….webp`. Objects are written once and atomically. */
export interface Blobs {
  put(key: string, body: Buffer | Readable, about: NewBlob): Promise<void>;
  /** Returns null for a missing object. `start` and `end` are the first and the last byte, as in a Range header. */
  get(key: string, range?: { start?: number; end?: number }): Promise<Blob | null>;
  head(key: string): Promise<BlobMetadata | null>;
  /** Ignores missing keys. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists objects, also those whose writing or deletion a killed process has not completed. */
  list(prefix: string): AsyncIterable<ListedBlob>;
  /** Deletes what killed processes left of unfinished writes an hour ago or earlier, and `list` does not return. */
  removeIncomplete(): Promise<void>;
}
export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}
