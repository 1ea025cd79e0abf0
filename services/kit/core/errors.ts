import type { Language, Texts } from './language.ts';

/** An entry of an error catalogue: the HTTP status and the message in each language; `{name}` is a parameter. */
export interface ErrorEntry extends Texts {
  status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 429 | 431 | 500 | 503 | 504;
}

/** A problem with one field; `path` is dotted (`images.0.url`), empty for the whole body. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export type ErrorParams = Record<string, string | number>;

/** Default `Retry-After` in seconds for an unavailable or slow dependency. */
const retryAfterSeconds: Readonly<Partial<Record<ErrorEntry['status'], number>>> = { 503: 2, 504: 2 };

interface AppErrorOptions {
  params?: ErrorParams;
  details?: ErrorDetail[];
  /** Value of the `Retry-After` header, in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/**
 * A client error, or an outage reported to the client: a stable code, a status and a message in three languages
 * (decisions.md 1). Any other thrown value is a fault and is returned as `internal`.
 */
export class AppError extends Error {
  readonly code: string;
  readonly entry: ErrorEntry;
  readonly params: ErrorParams;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: string, entry: ErrorEntry, options: AppErrorOptions = {}) {
    super(fill(entry.en, options.params ?? {}), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.entry = entry;
    this.params = options.params ?? {};
    this.details = options.details;
    this.retryAfter = options.retryAfter ?? retryAfterSeconds[entry.status];
  }

  get status(): number {
    return this.entry.status;
  }

  /** Returns the message for users. */
  text(language: Language): string {
    return fill(this.entry[language], this.params);
  }
}

/** Whether a request was rejected as a client error (4xx), so that it had no effect. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500;

/** Returns the message with its parameters filled in: `fill('Tag {tag}', { tag: 'x' })`. */
export function fill(sentence: string, params: ErrorParams): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

/** Declares a service's errors. `throw errors.fail('tribe_limit')`. */
export function defineErrors<const T extends Catalogue>(catalogue: T) {
  return {
    catalogue,
    fail: (code: keyof T & string, params?: ErrorParams, options?: Omit<AppErrorOptions, 'params'>): AppError => {
      const entry = catalogue[code];
      if (!entry) throw new Error(`error code without an entry: ${code}`);
      return new AppError(code, entry, { params, ...options });
    },
  };
}

/** The errors shared by all services. */
export const general = defineErrors({
  invalid_input: {
    status: 400,
    es: 'Hay datos no válidos.',
    en: 'Some of the data is not valid.',
    zh: '提交的数据无效。',
  },
  text_invalid: {
    status: 400,
    es: 'El texto contiene caracteres que no se admiten.',
    en: 'The text contains characters that are not allowed.',
    zh: '文本包含不支持的字符。',
  },
  malformed_body: {
    status: 400,
    es: 'No se pudo leer el contenido enviado.',
    en: 'The body could not be read.',
    zh: '无法读取提交的内容。',
  },
  bad_cursor: {
    status: 400,
    es: 'El cursor no es válido.',
    en: 'The cursor is not valid.',
    zh: '分页游标无效。',
  },
  unauthenticated: {
    status: 401,
    es: 'Inicia sesión para continuar.',
    en: 'Sign in to continue.',
    zh: '请先登录。',
  },
  forbidden: {
    status: 403,
    es: 'No tienes permiso para hacer esto.',
    en: 'You are not allowed to do this.',
    zh: '你没有权限执行此操作。',
  },
  account_silenced: {
    status: 403,
    es: 'Tu cuenta está en silencio: por ahora solo puedes leer.',
    en: 'Your account is silenced: for now you can only read.',
    zh: '你的账号已被禁言：目前只能浏览。',
  },
  not_found: {
    status: 404,
    es: 'No existe o no está disponible.',
    en: 'It does not exist or is not available.',
    zh: '内容不存在或不可用。',
  },
  conflict: {
    status: 409,
    es: 'Esto entra en conflicto con el estado actual.',
    en: 'This conflicts with the current state.',
    zh: '与当前状态冲突。',
  },
  idempotency_conflict: {
    status: 409,
    es: 'Esta clave de idempotencia ya se usó con otro contenido.',
    en: 'This idempotency key was already used with other content.',
    zh: '该幂等键已用于其他内容。',
  },
  body_too_slow: {
    status: 408,
    es: 'El envío se ha detenido a mitad de camino. Inténtalo de nuevo.',
    en: 'The upload stopped half-way. Try again.',
    zh: '上传中途停止，请重试。',
  },
  payload_too_large: {
    status: 413,
    es: 'El contenido es demasiado grande.',
    en: 'The content is too large.',
    zh: '内容过大。',
  },
  unsupported_media_type: {
    status: 415,
    es: 'Este tipo de contenido no se admite.',
    en: 'This type of content is not supported.',
    zh: '不支持此类型的内容。',
  },
  too_many_requests: {
    status: 429,
    es: 'Demasiadas solicitudes. Inténtalo de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    zh: '请求过多，请稍后再试。',
  },
  internal: {
    status: 500,
    es: 'Algo ha fallado por nuestra parte.',
    en: 'Something failed on our side.',
    zh: '我们这边出了问题。',
  },
  maintenance: {
    status: 503,
    es: 'Estamos en obra',
    en: 'We are under maintenance',
    zh: '网站维护中',
  },
  unavailable: {
    status: 503,
    es: 'Esta parte no está disponible ahora mismo. Inténtalo de nuevo en unos segundos.',
    en: 'This part is not available right now. Try again in a few seconds.',
    zh: '该功能暂时不可用，请稍后再试。',
  },
  timeout: {
    status: 504,
    es: 'La respuesta tarda demasiado. Inténtalo de nuevo.',
    en: 'The answer takes too long. Try again.',
    zh: '响应超时，请重试。',
  },
});

export const fail = general.fail;

const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  // Postgres: out of disk space, memory, connections or another resource.
  '53000',
  '53100',
  '53200',
  '53300',
  // A full disk or an exhausted quota: operating system, then MongoDB.
  'ENOSPC',
  'EDQUOT',
  '14031',
  '08000',
  '08003',
  '08006',
]);
const outageNames =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|ClientClosed|WriteConcern)Error|PoolClearedOnNetworkError|MaxRetriesPerRequestError)$/;
const outageMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Connection is closed|Query read timeout|Client was closed|Client has encountered a connection error|Command timed out|Stream isn't writeable/i;
/** Errors of Redis and NATS when they cannot store data. */
const outOfSpaceMessages = /^(MISCONF|OOM|READONLY) |insufficient (storage )?resources|no space left on device/i;

/** Returns the code of an AppError, a system error or a driver error; undefined without one. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/**
 * Whether a store cancelled a statement that took too long (Postgres 57014, MongoDB 50). The store is available and the
 * statement is at fault, so retrying may never succeed.
 */
export function isSlowStatement(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code === '57014' || (code === 50 && error instanceof Error && /^Mongo(Server|BulkWrite)Error$/.test(error.name))
  );
}

/** Whether an error means an unavailable store or peer rather than a fault in our code. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) && typeof error !== 'object') return false;
  const { code, name, message, errorResponse } = (error ?? {}) as Record<string, unknown>;
  // An unanswered bulk write of MongoDB's driver has the outage only in its inner error.
  if (name === 'MongoBulkWriteError' && errorResponse !== error) return isOutage(errorResponse);
  if (outageCodes.has(String(code)) || outageNames.test(String(name))) return true;
  return outageMessages.test(String(message)) || outOfSpaceMessages.test(String(message));
}

/** Converts any thrown value: outages become `unavailable`, slow statements `timeout`, faults `internal`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error)) return fail('unavailable', undefined, { cause: error });
  if (isSlowStatement(error)) return fail('timeout', undefined, { cause: error });
  return fail('internal', undefined, { cause: error });
}

/** Returns the body of an error response, in the shape common to all services. */
export function errorBody(error: AppError, language: Language, requestId: string) {
  return {
    error: error.text(language),
    code: error.code,
    requestId,
    ...(error.details && { details: error.details }),
  };
}
