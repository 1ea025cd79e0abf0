import type { Readable } from 'node:stream';

/** What is known of an object without reading it. */
export interface BlobFacts {
  size: number;
  contentType: string;
  /** With quotes, as in the HTTP header. */
  etag: string;
  lastModified: Date;
}
export interface Blob extends BlobFacts {
  /** The range asked for; `size` is that of the whole object. */
  stream: Readable;
}
export interface ListedBlob {
  key: string;
  size: number;
  lastModified: Date;
}

/** What is said of an object that is written. */
export interface NewBlob {
  contentType: string;
  /** Of a stream whose length is known, which then goes through no file; one of another length is refused. */
  size?: number;
}

/** Objects under keys like `posts/0198….webp`: written once, whole or not at all. */
export interface Blobs {
  put(key: string, body: Buffer | Readable, about: NewBlob): Promise<void>;
  /** `start` and `end` are the first and the last byte, as in a Range header. */
  get(key: string, range?: { start?: number; end?: number }): Promise<Blob | null>;
  head(key: string): Promise<BlobFacts | null>;
  /** Keys that are not there are no error. */
  delete(keys: readonly string[]): Promise<void>;
  list(prefix: string): AsyncIterable<ListedBlob>;
}
export interface S3Options {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}
