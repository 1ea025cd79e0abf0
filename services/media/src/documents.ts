import { createReadStream } from 'node:fs';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { fileTypeFromFile } from 'file-type';
import type { documentTypes } from '../limits.ts';

export type DocumentType = keyof typeof documentTypes;

/** Returns the type of a PDF or of UTF-8 text by its bytes, whatever its name; undefined for any other file. */
export async function sniffDocument(path: string): Promise<DocumentType | undefined> {
  const sniffed = await fileTypeFromFile(path);
  if (sniffed) return sniffed.mime === 'application/pdf' ? sniffed.mime : undefined;
  return (await isText(path)) ? 'text/plain' : undefined;
}

/** Control characters other than tab, line feed, form feed and carriage return. */
const unprintable = /[^\P{Cc}\t\n\f\r]/u;

/** Whether a file is not empty and is printable UTF-8. */
async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      size += chunk.length;
      if (unprintable.test(decoder.decode(chunk, { stream: true }))) return false;
    }
    decoder.decode();
  } catch (error) {
    if (codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
  return size > 0;
}
