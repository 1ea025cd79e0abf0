/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, call: string, answer: string) {
    super(`${call} answered ${status}: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

const tries = 5;
const pauseMs = 400;
/** Temporary statuses: the system is starting or overloaded. */
const retryable = [429, 502, 503, 504];

/** Client of the public API for one person. */
export class ApiClient {
  readonly #url: string;
  readonly #token: string | undefined;
  readonly #userAgent: string | undefined;

  constructor(url: string, token?: string, userAgent?: string) {
    this.#url = url;
    this.#token = token;
    this.#userAgent = userAgent;
  }

  get<T>(path: string): Promise<T> {
    return this.#call('GET', path, {});
  }

  /** `key` is the idempotency key, so that a retry after a crash takes effect once. */
  post<T>(path: string, body: object, key: string): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `demo:${key}` };
    return this.#call('POST', path, { headers, body: JSON.stringify(body) });
  }

  /** A repeated request has the same effect. */
  put<T>(path: string, body: object): Promise<T> {
    return this.#call('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  /** Sends a form; its fields precede the pictures. */
  postForm<T>(path: string, form: FormData, key: string): Promise<T> {
    return this.#call('POST', path, { headers: { 'idempotency-key': `demo:${key}` }, body: form });
  }

  async #call<T>(method: string, path: string, { headers = {}, body }: Call): Promise<T> {
    const call = `${method} /api/${path}`;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.#url}/api/${path}`, {
        method,
        body,
        headers: { ...headers, ...this.#clientHeaders() },
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text || 'null');
      if (attempt === tries || !retryable.includes(response.status)) throw new ApiError(response.status, call, text);
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }

  #clientHeaders(): Record<string, string> {
    return {
      ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      ...(this.#userAgent && { 'user-agent': this.#userAgent }),
    };
  }
}

interface Call {
  headers?: Record<string, string>;
  body?: string | FormData;
}
