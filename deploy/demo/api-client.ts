/** An answer of the API that was not a yes. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, call: string, answer: string) {
    super(`${call} answered ${status}: ${answer.slice(0, 300)}`);
    this.status = status;
  }
}

const tries = 5;
const pauseMs = 400;
/** The system is still coming up, or has too much to do. */
const passing = [429, 502, 503, 504];

/** One person speaking to the public API. */
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

  /** `key` makes a repetition after a crash do nothing twice. */
  post<T>(path: string, body: object, key: string): Promise<T> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `demo:${key}` };
    return this.#call('POST', path, { headers, body: JSON.stringify(body) });
  }

  /** What it makes it may be made twice. */
  put<T>(path: string, body: object): Promise<T> {
    return this.#call('PUT', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  /** A form; the fields come before the pictures. */
  postForm<T>(path: string, form: FormData, key: string): Promise<T> {
    return this.#call('POST', path, { headers: { 'idempotency-key': `demo:${key}` }, body: form });
  }

  async #call<T>(method: string, path: string, { headers = {}, body }: Call): Promise<T> {
    const call = `${method} /api/${path}`;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${this.#url}/api/${path}`, {
        method,
        body,
        headers: { ...headers, ...this.#describeCaller() },
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text || 'null');
      if (attempt === tries || !passing.includes(response.status)) throw new Refusal(response.status, call, text);
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }

  #describeCaller(): Record<string, string> {
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
