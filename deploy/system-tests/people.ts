import type { TestResponse } from '@tribus/kit/testing/service.ts';
import { Listener } from './listener.ts';

export type { TestResponse };

type Headers = Record<string, string>;

/** Client of the system's API through the gateway, like a browser. */
export class HttpClient {
  readonly url: string;
  readonly #token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.#token = token;
  }

  get(path: string, headers?: Headers): Promise<TestResponse> {
    return this.call('GET', path, undefined, headers);
  }

  post(path: string, body: unknown = {}, headers?: Headers): Promise<TestResponse> {
    return this.call('POST', path, body, headers);
  }

  put(path: string, body: unknown = {}, headers?: Headers): Promise<TestResponse> {
    return this.call('PUT', path, body, headers);
  }

  delete(path: string, headers?: Headers): Promise<TestResponse> {
    return this.call('DELETE', path, undefined, headers);
  }

  /** Returns the body of a successful response; throws on an error status. */
  async read(path: string): Promise<TestResponse['body']> {
    return succeeded(await this.get(path), path);
  }

  async call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<TestResponse> {
    const response = await this.fetch(path, {
      method,
      headers: { ...(isJson(body) && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isJson(body) ? JSON.stringify(body) : (body as FormData | string) }),
    });
    const text = await response.text();
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: parsed };
  }

  /** Sends a request below `/api`; a path that begins with `/api/` (as addresses in responses do) is used unchanged. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(this.#token && { authorization: `Bearer ${this.#token}` }), ...(init.headers as Headers) };
    return fetch(`${this.url}${path.startsWith('/api/') ? '' : '/api'}${path}`, { ...init, headers });
  }

  /** Opens an event stream with the session. */
  listen(path: string): Promise<Listener> {
    return Listener.open((signal) => this.fetch(path, { signal }));
  }
}

const isJson = (body: unknown): boolean =>
  body !== undefined && !(body instanceof FormData) && typeof body !== 'string';

export interface PostInput {
  content?: string;
  pictures?: readonly Uint8Array[];
  tags?: string;
  place?: string;
  kind?: string;
  minLevelOrder?: number;
}

interface SignedIn {
  token: string;
  user: { id: string; email: string; name: string };
}

/** A person with an account and a session. */
export class Person extends HttpClient {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly token: string;
  readonly #password: string;

  private constructor(url: string, { token, user }: SignedIn, password: string) {
    super(url, token);
    this.#password = password;
    this.token = token;
    this.id = user.id;
    this.email = user.email;
    this.name = user.name;
  }

  static async register(url: string, email: string): Promise<Person> {
    const response = await new HttpClient(url).post('/auth/register', { email, password: passwordOf(email) });
    return new Person(url, succeeded(response, 'register'), passwordOf(email));
  }

  static async logIn(url: string, email: string, password: string): Promise<Person> {
    const response = await new HttpClient(url).post('/auth/login', { email, password });
    return new Person(url, succeeded(response, 'login'), password);
  }

  /** Signs in the same person with another session. */
  signInAgain(): Promise<Person> {
    return Person.logIn(this.url, this.email, this.#password);
  }

  /** Creates a tribe, public by default. */
  async createTribe(name: string, input: object = {}): Promise<TestResponse['body']> {
    return succeeded(await this.post('/tribes', { name, ...input }), `found ${name}`);
  }

  join(tribeId: number): Promise<TestResponse> {
    return this.post(`/tribes/${tribeId}/join`);
  }

  async publish(tribeId: number, input: PostInput): Promise<TestResponse['body']> {
    return succeeded(await this.post(`/tribes/${tribeId}/posts`, postForm(input)), 'publish');
  }

  /** Uploads a picture to the media of a tribe. */
  async putUp(tribeId: number, picture: Uint8Array, caption = ''): Promise<TestResponse['body']> {
    const form = new FormData();
    form.append('caption', caption);
    form.append('file', new Blob([Buffer.from(picture)]), 'foto.png');
    return succeeded(await this.post(`/tribes/${tribeId}/media`, form), 'upload');
  }

  async notifications(): Promise<TestResponse['body'][]> {
    return (await this.read('/notifications')).items;
  }
}

export const passwordOf = (email: string): string => `clave de ${email}`;

export function postForm({ content = '', pictures = [], tags, place, kind, minLevelOrder }: PostInput): FormData {
  const form = new FormData();
  form.append('content', content);
  if (tags !== undefined) form.append('tags', tags);
  if (place !== undefined) form.append('place', place);
  if (kind !== undefined) form.append('kind', kind);
  if (minLevelOrder !== undefined) form.append('minLevelOrder', String(minLevelOrder));
  for (const [index, picture] of pictures.entries())
    form.append('images', new Blob([Buffer.from(picture)]), `foto-${index}.png`);
  return form;
}

function succeeded(response: TestResponse, action: string): TestResponse['body'] {
  if (response.status < 300) return response.body;
  throw new Error(`${action} returned ${response.status}: ${JSON.stringify(response.body)}`);
}
