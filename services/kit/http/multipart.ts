import { finished, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { fail } from '../core/errors.ts';
import { bindContext, bodyReceived } from '../core/request-context.ts';

export interface FormLimits {
  /** Files beyond this are refused with `payload_too_large`. */
  maxFiles: number;
  /** Bytes of one file. */
  maxFileBytes: number;
  /** The file fields that are taken; another is refused with `invalid_input`. */
  fileFields: readonly string[];
  /** How long the sender may pause, in milliseconds; 30,000 when left out. */
  idleMs?: number;
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
/** Headers of parts and boundaries, beside the fields and files themselves. */
const maxFramingBytes = 256 * 1024;
const defaultIdleMs = 30_000;

/**
 * Reads a multipart body as it streams in: each file is handed to `take`, which reads it whole or throws; nothing is
 * kept in memory. A file over its limit fails `take`'s stream and the whole form with `payload_too_large`; the first
 * `take` that throws ends the form with its error. A sender who pauses for longer than `idleMs` gets `body_too_slow`,
 * one who goes away `malformed_body`. While the body arrives no deadline runs; it runs anew from its end (request-context.ts).
 */
export async function readForm<T>(
  req: Request,
  limits: FormLimits,
  take: (file: FormFile, index: number, fieldsSoFar: Form<T>['fields']) => Promise<T>,
): Promise<Form<T>> {
  if (!req.is('multipart/form-data')) throw fail('unsupported_media_type');
  const fields: Form<T>['fields'] = {};
  const taken: Promise<T>[] = [];
  // The parser calls back from the connection's events, which know nothing of the request's scope.
  const takeInScope = bindContext(take);
  try {
    await parse(req, limits, fields, (file, refuse) => {
      const result = takeInScope(file, taken.length, fields);
      result.catch(refuse);
      taken.push(result);
    });
    bodyReceived();
  } finally {
    await Promise.allSettled(taken);
    req.unpipe();
    req.resume();
  }
  return { fields, files: await Promise.all(taken) };
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
      // What its charset cannot decode comes as nothing.
      else if (typeof name !== 'string' || typeof value !== 'string') refuse(fail('malformed_body'));
      else addField(fields, name, value);
    });
    parser.on('file', (field, stream, info) => {
      // Its reader handles its error; while it has none, the error must not end the process.
      stream.on('error', () => undefined);
      if (!limits.fileFields.includes(field)) {
        return refuse(fail('invalid_input', undefined, { details: [{ path: field ?? '', message: 'unknown file' }] }));
      }
      stream.once('limit', () => refuse(fail('payload_too_large')));
      return onFile({ field, name: info.filename ?? '', stream }, refuse);
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      parser.once(limit, () => refuse(fail('payload_too_large')));
    // It may fail again while it is destroyed; an `error` event without a listener would end the process.
    parser.on('error', (cause) => refuse(fail('malformed_body', undefined, { cause })));
    const unwatch = watchIdle(req, limits, refuse);
    parser.once('close', () => {
      unwatch();
      resolve();
    });
    req.pipe(parser);
  });
}

/** Refuses a body that pauses, breaks off or is longer than all its parts may be; ends by what it returns. */
function watchIdle(req: Request, { maxFiles, maxFileBytes, idleMs }: FormLimits, refuse: Refuse): () => void {
  const most = maxFiles * maxFileBytes + maxFields * maxFieldBytes + maxFramingBytes;
  let bytes = 0;
  const idle = setTimeout(() => {
    // Who reads it keeps it waiting; that has limits of its own.
    if (req.isPaused()) idle.refresh();
    else refuse(fail('body_too_slow'));
  }, idleMs ?? defaultIdleMs);
  const count = (chunk: Buffer) => {
    idle.refresh();
    bytes += chunk.length;
    if (bytes > most) refuse(fail('payload_too_large'));
  };
  const unfinish = finished(req, { writable: false }, (error) => {
    clearTimeout(idle);
    if (error) refuse(fail('malformed_body', undefined, { cause: error }));
  });
  req.on('data', count);
  return () => {
    unfinish();
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
        // One more than there may be, so that the limit that was exceeded is the one that is named.
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
  const before = fields[name] ?? [];
  fields[name] = [...(Array.isArray(before) ? before : [before]), value];
}
