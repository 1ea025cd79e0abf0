import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { fail } from './errors.ts';

export interface FormLimits {
  /** Files beyond this are refused with `payload_too_large`. */
  maxFiles: number;
  /** Bytes of one file. */
  maxFileBytes: number;
  /** The file fields that are taken; another is refused with `invalid_input`. */
  fileFields: readonly string[];
}

export interface FormFile {
  field: string;
  /** As the sender called it; never to be used as a path. */
  name: string;
  stream: Readable;
}

export interface Form<T> {
  /** Text fields; one that is repeated is a list. */
  fields: Record<string, string | string[]>;
  /** What `take` made of each file, in the order they were sent. */
  files: T[];
}

const maxFields = 40;
const maxFieldBytes = 64 * 1024;

/**
 * Reads a multipart body as it streams in: each file is handed to `take`, which reads it whole or throws; nothing is
 * kept in memory. A file over its limit fails `take`'s stream and the whole form with `payload_too_large`; the first
 * `take` that throws ends the form with its error.
 */
export async function readForm<T>(
  req: Request,
  limits: FormLimits,
  take: (file: FormFile, index: number, fieldsSoFar: Form<T>['fields']) => Promise<T>,
): Promise<Form<T>> {
  if (!req.is('multipart/form-data')) throw fail('unsupported_media_type');
  const fields: Form<T>['fields'] = {};
  const taken: Promise<T>[] = [];
  try {
    await parse(req, limits, fields, (file, refuse) => {
      const result = take(file, taken.length, fields);
      result.catch(refuse);
      taken.push(result);
    });
  } finally {
    await Promise.allSettled(taken);
    req.unpipe();
    req.resume();
  }
  return { fields, files: await Promise.all(taken) };
}

function parse(
  req: Request,
  limits: FormLimits,
  fields: Form<unknown>['fields'],
  onFile: (file: FormFile, refuse: (error: Error) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(req, limits);
    const refuse = (error: Error) => {
      req.unpipe(parser);
      parser.destroy(error);
      reject(error);
    };
    parser.on('field', (name, value) => addField(fields, name, value));
    parser.on('file', (field, stream, info) => {
      // Whoever reads it hears of its error; while nobody does, it must not end the process.
      stream.on('error', () => undefined);
      if (!limits.fileFields.includes(field)) {
        return refuse(fail('invalid_input', undefined, { details: [{ path: field, message: 'unknown file' }] }));
      }
      stream.once('limit', () => refuse(fail('payload_too_large')));
      return onFile({ field, name: info.filename ?? '', stream }, refuse);
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.once(limit, () => refuse(fail('payload_too_large')));
    parser.once('error', (cause) => refuse(fail('malformed_body', undefined, { cause })));
    parser.once('close', resolve);
    req.once('aborted', () => {
      refuse(fail('malformed_body'));
    });
    req.pipe(parser);
  });
}

function openParser(req: Request, { maxFiles, maxFileBytes }: FormLimits): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { files: maxFiles, fileSize: maxFileBytes, fields: maxFields, fieldSize: maxFieldBytes },
    });
  } catch (cause) {
    throw fail('malformed_body', undefined, { cause });
  }
}

function addField(fields: Form<unknown>['fields'], name: string, value: string): void {
  if (!Object.hasOwn(fields, name)) {
    Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const before = fields[name] ?? [];
  fields[name] = [...(Array.isArray(before) ? before : [before]), value];
}
