import i18next from 'i18next';
import type { Answer, Args, Params, PathFor, UploadPath } from './contract.ts';
import { newId } from './ids.ts';
import { refusedInMaintenance } from './maintenance.ts';
import { session } from './session.ts';
import { upload } from './upload.ts';

/** A validation problem of one field of the request. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** A failed call. `message` is the server's sentence in the person's language, or ''. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no response. */
  readonly status: number;
  /** Stable snake_case code; `network` without a response, `unknown` for a response that is not from the API. */
  readonly code: string;
  readonly details: ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds until a retry may succeed, when the response has them. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { details = [], requestId, retryAfter }: Partial<Pick<ApiError, 'details' | 'requestId' | 'retryAfter'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/**
 * Whether the resource does not exist or is not visible to this person (403, 404, 410), so that a retry is pointless.
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 410].includes(error.status);
}

interface CallOptions {
  signal?: AbortSignal;
  /** Omits the token: for public responses, and for sign-in calls, whose 401 means a wrong password. */
  anonymous?: boolean;
  /** The token of a session that is not stored on this device yet. */
  token?: string;
}

interface WriteOptions extends CallOptions {
  /** Pass the same key when a person retries the same action, so that it happens once. By default a new key. */
  idempotencyKey?: string;
}

interface UploadOptions extends WriteOptions {
  /** Fraction of the bytes sent, 0..1. */
  onProgress?: (share: number) => void;
}

/** A call with the types of its path erased. */
interface Call extends UploadOptions {
  path?: object;
  query?: object;
  body?: unknown;
  form?: object;
}

const BASE = '/api';

/** The time zone as the browser names it. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The calls to the API, by the paths of the contract: `http.get('/tribes/{tribeId}', { path: { tribeId: 38 } })`. */
export const http = {
  get: <P extends PathFor<'get'>>(path: P, ...[call]: Args<Params<'get', P> & CallOptions>) =>
    send<Answer<'get', P>>('GET', path, call),

  put: <P extends PathFor<'put'>>(path: P, ...[call]: Args<Params<'put', P> & CallOptions>) =>
    send<Answer<'put', P>>('PUT', path, call),

  delete: <P extends PathFor<'delete'>>(path: P, ...[call]: Args<Params<'delete', P> & CallOptions>) =>
    send<Answer<'delete', P>>('DELETE', path, call),

  /** Posts with an idempotency key; retries once under the same key when the connection is lost. */
  post: <P extends Exclude<PathFor<'post'>, UploadPath>>(path: P, ...[call]: Args<Params<'post', P> & WriteOptions>) =>
    sendOnce<Answer<'post', P>>(path, call),

  /** Posts a form with files, its fields in the given order. Reports progress; aborts with the signal. */
  upload: <P extends UploadPath>(path: P, ...[call]: Args<Params<'post', P> & UploadOptions>) =>
    sendForm<Answer<'post', P>>(path, call),
};

async function send<T>(method: string, path: string, call: Call = {}): Promise<T> {
  const headers = headersFor(call);
  if (call.body !== undefined) headers.set('Content-Type', 'application/json');
  const init: RequestInit = { method, headers, signal: call.signal ?? null };
  if (call.body !== undefined) init.body = JSON.stringify(call.body);
  const response = await fetch(urlOf(path, call), init).catch(asNetworkError);
  const text = await response.text().catch(asNetworkError);
  return unwrap<T>(response.status, text, headers.get('Authorization'), response.headers.get('Retry-After'));
}

/** Fetches a file or a response of the API that is not JSON, unparsed. */
export async function fetchFile(address: string, call: CallOptions = {}): Promise<Blob> {
  const headers = headersFor(call);
  const response = await fetch(address, { headers, signal: call.signal ?? null }).catch(asNetworkError);
  if (response.ok) return response.blob().catch(asNetworkError);
  return unwrap<never>(response.status, await response.text().catch(asNetworkError), headers.get('Authorization'));
}

async function sendOnce<T>(path: string, call: Call = {}): Promise<T> {
  const keyed = { ...call, idempotencyKey: call.idempotencyKey ?? newId() };
  try {
    return await send<T>('POST', path, keyed);
  } catch (error) {
    if (!isNetworkError(error) || !navigator.onLine || call.signal?.aborted) throw error;
    return send<T>('POST', path, keyed);
  }
}

async function sendForm<T>(path: string, call: Call = {}): Promise<T> {
  const { onProgress, signal, form = {} } = call;
  const headers = headersFor({ ...call, idempotencyKey: call.idempotencyKey ?? newId() });
  const token = headers.get('Authorization');
  const response = await upload(urlOf(path, call), formOf(form), { headers, onProgress, signal }).catch(asNetworkError);
  return unwrap<T>(response.status, response.text, token);
}

function headersFor(options: WriteOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': document.documentElement.lang || 'es' });
  const token = options.token ?? session.get().token;
  if (token && !options.anonymous) headers.set('Authorization', `Bearer ${token}`);
  // Sign-in sends the time zone that mails use for times.
  if (options.anonymous) headers.set('X-Time-Zone', timeZone());
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  return headers;
}

/**
 * Returns the URL of a call: path parameters filled in, the query appended. Lists repeat their name, empty values are
 * left out.
 */
export function urlOf(path: string, { path: params = {}, query = {} }: Pick<Call, 'path' | 'query'>): string {
  const values = new Map(definedEntries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  );
  const search = new URLSearchParams(
    definedEntries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${BASE}${filled}${search.size ? `?${search}` : ''}`;
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of definedEntries(fields)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}

/** Returns pairs of name and value: lists repeat their name; null, undefined and '' are left out. */
function definedEntries(values: object): [string, unknown][] {
  const named: [string, unknown][] = Object.entries(values);
  const pairs = named.flatMap(([name, value]) => [value].flat().map((one): [string, unknown] => [name, one]));
  return pairs.filter(([, value]) => value !== undefined && value !== null && value !== '');
}

function unwrap<T>(status: number, text: string, authorization: string | null, retryAfter: string | null = null): T {
  const body = parse(text);
  // The one place where an unknown response gets the declared type: the server validated it against the same schema.
  if (status >= 200 && status < 300) return body as T;
  const error = errorFrom(status, body, Number(retryAfter) || undefined);
  if (status === 401) endIfStillOurs(authorization);
  if (error.code === 'maintenance') refusedInMaintenance.set(true);
  throw error;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // The page of a proxy: only the status is of use.
    return undefined;
  }
}

function errorFrom(status: number, body: unknown, retryAfter: number | undefined): ApiError {
  if (typeof body !== 'object' || body === null) return new ApiError(status, 'unknown', '', { retryAfter });
  const { error, code, details, requestId } = { ...body } as Record<string, unknown>;
  return new ApiError(status, typeof code === 'string' ? code : 'unknown', typeof error === 'string' ? error : '', {
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter,
  });
}

function isDetail(value: unknown): value is ErrorDetail {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** Ends the session of the refused token: once, also when many calls fail together, and never a newer session. */
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

/** Returns the server's sentence, else the given one. Without a response, a sentence with the cause replaces "Error". */
export function messageOf(error: unknown, otherwise: string): string {
  if (isNetworkError(error) && otherwise === i18next.t('ui.error')) return i18next.t('ui.noAnswer');
  return error instanceof ApiError && error.message ? error.message : otherwise;
}
