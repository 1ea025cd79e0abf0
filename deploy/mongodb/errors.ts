import type { Doc } from './doc.ts';

/** Error codes of MongoDB that this server returns, under their official names. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  UnknownError: 8,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  NotImplemented: 238,
  FailPointSetFailed: 309,
  UnsupportedOpQueryCommand: 352,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  IDLUnknownField: 40415,
} as const;

type CodeName = keyof typeof CODES;

/** A client error, returned in MongoDB's error shape. A bare number is one of its `Location…` codes. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly details: Doc;

  constructor(kind: CodeName | number, message: string, details: Doc = {}) {
    super(message);
    this.name = 'CommandError';
    this.code = typeof kind === 'number' ? kind : CODES[kind];
    this.codeName = typeof kind === 'number' ? `Location${kind}` : kind;
    this.details = details;
  }
}

/** Error for a feature of MongoDB that this server lacks: refused by name, never ignored. */
export function notSupported(feature: string): CommandError {
  return new CommandError('NotImplemented', `${feature} is not supported by this server`);
}

/** Reply to a command that failed as a whole. */
export function errorReply(error: CommandError): Doc {
  return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details };
}

/** One entry of `writeErrors`: the statement at `index` of a batch failed, the command itself did not. */
export function writeError(error: CommandError, index: number): Doc {
  return { index, code: error.code, errmsg: error.message, ...error.details };
}

/** Returns the code of a system error, such as `ENOSPC`. */
export function systemCode(error: unknown): string | undefined {
  const known = typeof error === 'object' && error !== null && 'code' in error;
  return known && typeof error.code === 'string' ? error.code : undefined;
}
