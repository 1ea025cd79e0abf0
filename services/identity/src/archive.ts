import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive; its content is read lazily, in archive order. */
export interface ArchiveFile {
  name: string;
  /** Already compressed, so it is stored as is. */
  isPacked?: boolean;
  content: AsyncIterable<Uint8Array>;
}

const noBytes = new Uint8Array(0);

/** Streams the files as a zip archive; only the chunk being written is in memory. */
export async function* zipped(files: AsyncIterable<ArchiveFile>, madeAt: Date): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for await (const { name, isPacked = false, content } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = madeAt;
    zip.add(file);
    for await (const bytes of content) {
      file.push(bytes);
      yield* written.splice(0);
    }
    file.push(noBytes, true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written;
}
