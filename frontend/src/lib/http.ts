import { newId } from './ids.ts';
import { session } from './session.ts';
import { upload } from './upload.ts';

/** One problem with one field of what was sent. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** What the server (or the way to it) refused. `message` is a sentence for people in their language, or ''. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when no answer came at all. */
  readonly status: number;
  /** Stable snake_case code; `network` when no answer came, `unknown` when the answer was not ours. */
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;

  constructor(status: number, code: string, message: string, details: ErrorDetail[] = [], requestId?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** What was asked for does not exist, or not for this person: asking again changes nothing. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

export type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  query?: Record<string, QueryValue | QueryValue[]>;
  signal?: AbortSignal;
  /** Leaves the token out: public answers, and the sign-in calls whose 401 means a wrong password. */
  anonymous?: boolean;
}

export interface PostOptions extends RequestOptions {
  /** Give the same key when a person retries the same thing, so that it happens once. Made anew otherwise. */
  idempotencyKey?: string;
}

export interface UploadOptions extends PostOptions {
  /** Share of the bytes sent, 0..1. */
  onProgress?: (share: number) => void;
}

const BASE = '/api';

/** The calls to the API. Answers are typed by the caller: the server validates them against the same schemas. */
export const http = {
  get: <T>(path: string, options?: RequestOptions) => send<T>('GET', path, undefined, options),
  put: <T>(path: string, body?: unknown, options?: RequestOptions) => send<T>('PUT', path, body, options),
  delete: <T>(path: string, body?: unknown, options?: RequestOptions) => send<T>('DELETE', path, body, options),

  /** Posts once: a lost connection is tried again under the same key, which the server answers as before. */
  async post<T>(path: string, body?: unknown, options: PostOptions = {}): Promise<T> {
    const keyed = { ...options, idempotencyKey: options.idempotencyKey ?? newId() };
    try {
      return await send<T>('POST', path, body, keyed);
    } catch (error) {
      if (!isNetworkError(error) || !navigator.onLine || options.signal?.aborted) throw error;
      return send<T>('POST', path, body, keyed);
    }
  },

  /** Sends a form with files, telling how far it is. Abort with the signal. */
  async upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
    const { onProgress, signal } = options;
    const headers = headersFor({ ...options, idempotencyKey: options.idempotencyKey ?? newId() });
    const token = headers.get('Authorization');
    const answer = await upload(urlOf(path, options.query), form, { headers, onProgress, signal }).catch(
      asNetworkError,
    );
    return unwrap<T>(answer.status, answer.text, token);
  },
};

async function send<T>(method: string, path: string, body: unknown, options: PostOptions = {}): Promise<T> {
  const headers = headersFor(options);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method, headers, signal: options.signal ?? null };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(urlOf(path, options.query), init).catch(asNetworkError);
  const text = await response.text().catch(asNetworkError);
  return unwrap<T>(response.status, text, headers.get('Authorization'));
}

function headersFor(options: PostOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': document.documentElement.lang || 'es' });
  const { token } = session.get();
  if (token && !options.anonymous) headers.set('Authorization', `Bearer ${token}`);
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  return headers;
}

function urlOf(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(key, String(one));
    }
  }
  const search = params.toString();
  return `${BASE}/${path.replace(/^\//, '')}${search ? `?${search}` : ''}`;
}

function unwrap<T>(status: number, text: string, authorization: string | null): T {
  const body = parse(text);
  // The one place where an unknown answer becomes the caller's type: the server checked it against the same schema.
  if (status >= 200 && status < 300) return body as T;
  const error = errorFrom(status, body);
  if (status === 401) endIfStillOurs(authorization);
  throw error;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's page, not ours: the status tells the story.
    return undefined;
  }
}

function errorFrom(status: number, body: unknown): ApiError {
  if (typeof body !== 'object' || body === null) return new ApiError(status, 'unknown', '');
  const { error, code, details, requestId } = { ...body } as Record<string, unknown>;
  return new ApiError(
    status,
    typeof code === 'string' ? code : 'unknown',
    typeof error === 'string' ? error : '',
    Array.isArray(details) ? details.filter(isDetail) : [],
    typeof requestId === 'string' ? requestId : undefined,
  );
}

function isDetail(value: unknown): value is ErrorDetail {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** Ten calls may fail together with one dead token: the session ends once, and never a newer one. */
function endIfStillOurs(authorization: string | null): void {
  const { token } = session.get();
  if (token && authorization === `Bearer ${token}`) session.end('expired');
}

function asNetworkError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
  throw new ApiError(0, 'network', '');
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network';
}

/** The server's sentence, else the given one. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ApiError && error.message ? error.message : otherwise;
}
