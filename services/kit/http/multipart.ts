import { finished, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { fail } from '../core/errors.ts';
import { bindContext, bodyReceived } from '../core/request-context.ts';

export interface FormLimits {
  /** Maximum number of files; more are `payload_too_large`. */
  maxFiles: number;
  /** Maximum size of a file in bytes. */
  maxFileBytes: number;
  /** The accepted file fields; others are `invalid_input`. */
  fileFields: readonly string[];
  /** Idle timeout of the sender in milliseconds; 30,000 by default. */
  idleMs?: number;
}

export interface FormFile {
  field: string;
  /** The sender's file name; never to be used as a path. */
  name: string;
  stream: Readable;
}

export interface Form<T> {
  /** Text fields; repeated fields are lists. */
  fields: Record<string, string | string[]>;
  /** The results of `handleFile` for each file, in the order of the form. */
  files: T[];
}

const maxFields = 40;
const maxFieldBytes = 64 * 1024;
/** Part headers and boundaries, in addition to fields and files. */
const maxFramingBytes = 256 * 1024;
const defaultIdleMs = 30_000;

/**
 * Reads a multipart body as a stream: passes each file to `handleFile`, which reads it to the end or throws; buffers no
 * file. The first error of a `handleFile` is thrown. Throws `payload_too_large` for a file over its limit,
 * `body_too_slow` after a pause of `idleMs`, `malformed_body` for an aborted request. After an error the rest is not
 * read here; the response does so (listen.ts). The request's deadline starts at the end of the body
 * (request-context.ts).
 */
export async function readForm<T>(
  req: Request,
  limits: FormLimits,
  handleFile: (file: FormFile, index: number, fieldsSoFar: Form<T>['fields']) => Promise<T>,
): Promise<Form<T>> {
  if (!req.is('multipart/form-data')) throw fail('unsupported_media_type');
  const fields: Form<T>['fields'] = {};
  const results: Promise<T>[] = [];
  // The parser runs in socket events, which have no request context.
  const handleInContext = bindContext(handleFile);
  try {
    await parse(req, limits, fields, (file, refuse) => {
      const result = handleInContext(file, results.length, fields);
      result.catch(refuse);
      results.push(result);
    });
    bodyReceived();
  } finally {
    await Promise.allSettled(results);
  }
  return { fields, files: await Promise.all(results) };
}

type Refuse = (error: Error) => void;

function parse(
  req: Request,
  limits: FormLimits,
  fields: Form<unknown>['fields'],
  onFile: (file: FormFile, refuse: Refuse) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = openParser(req, limits);
    const refuse: Refuse = (error) => {
      req.unpipe(parser);
      parser.destroy(error);
      reject(error);
    };
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) refuse(fail('payload_too_large'));
      // A value that its charset cannot decode is undefined.
      else if (typeof name !== 'string' || typeof value !== 'string') refuse(fail('malformed_body'));
      else addField(fields, name, value);
    });
    parser.on('file', (field, stream, info) => {
      // Without a listener an error before the stream is read would terminate the process.
      stream.on('error', () => undefined);
      if (!limits.fileFields.includes(field)) {
        return refuse(fail('invalid_input', undefined, { details: [{ path: field ?? '', message: 'unknown file' }] }));
      }
      stream.once('limit', () => refuse(fail('payload_too_large')));
      return onFile({ field, name: info.filename ?? '', stream }, refuse);
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.once(limit, () => refuse(fail('payload_too_large')));
    // The parser may fail again while it is destroyed; without a listener the error would terminate the process.
    parser.on('error', (cause) => refuse(fail('malformed_body', undefined, { cause })));
    const stopWatching = watchIdle(req, limits, refuse);
    parser.once('close', () => {
      stopWatching();
      resolve();
    });
    req.pipe(parser);
  });
}

/** Refuses a body that is idle, aborted or larger than all limits together; returns a function that stops watching. */
function watchIdle(req: Request, { maxFiles, maxFileBytes, idleMs }: FormLimits, refuse: Refuse): () => void {
  const maxBytes = maxFiles * maxFileBytes + maxFields * maxFieldBytes + maxFramingBytes;
  let bytes = 0;
  const idle = setTimeout(() => {
    // Paused by back-pressure of the consumer, which has its own limits.
    if (req.isPaused()) idle.refresh();
    else refuse(fail('body_too_slow'));
  }, idleMs ?? defaultIdleMs);
  const count = (chunk: Buffer) => {
    idle.refresh();
    bytes += chunk.length;
    if (bytes > maxBytes) refuse(fail('payload_too_large'));
  };
  const stopWatching = finished(req, { writable: false }, (error) => {
    clearTimeout(idle);
    if (error) refuse(fail('malformed_body', undefined, { cause: error }));
  });
  req.on('data', count);
  return () => {
    stopWatching();
    clearTimeout(idle);
    req.off('data', count);
  };
}

function openParser(req: Request, { maxFiles, maxFileBytes }: FormLimits): busboy.Busboy {
  try {
    return busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: {
        files: maxFiles,
        fileSize: maxFileBytes,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        // One above the sum, so that the exceeded limit of files or fields is reported first.
        parts: maxFiles + maxFields + 1,
      },
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
  const earlier = fields[name] ?? [];
  fields[name] = [...(Array.isArray(earlier) ? earlier : [earlier]), value];
}
