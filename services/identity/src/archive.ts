import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive; its bytes are read when its turn comes. */
export interface ArchiveFile {
  name: string;
  /** It is compressed already. */
  isPacked?: boolean;
  content: AsyncIterable<Uint8Array>;
}

const nothing = new Uint8Array(0);

/** A zip of the files, made as it is read: no more of it is in memory than the part that is being written. */
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
    file.push(nothing, true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written;
}
