/** A server at the edge of the network: what the app asks, and what it is told. */

/** One request as it reached the edge. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

const answers = new Map<string, (request: SeenRequest) => Answer | 'lost'>();

/** Every request since the last `forgetRequests()`. */
export const requests: SeenRequest[] = [];

/** Sets what the server says to e.g. 'GET tribes'; 'lost' drops the connection. Without an answer it is 404. */
export function answer(call: string, how: Answer | 'lost' | ((request: SeenRequest) => Answer | 'lost')): void {
  answers.set(call, typeof how === 'function' ? how : () => how);
}

export function forgetRequests(): void {
  answers.clear();
  requests.length = 0;
}

globalThis.fetch = async (input, init = {}) => {
  const path = String(input).replace(/^\/api\//, '');
  const method = init.method ?? 'GET';
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  const request: SeenRequest = { method, path, headers: new Headers(init.headers), body };
  requests.push(request);
  const said = answers.get(`${method} ${path.replace(/\?.*/, '')}`)?.(request) ?? { status: 404 };
  if (said === 'lost') throw new TypeError('Failed to fetch');
  return new Response(said.body === undefined ? null : JSON.stringify(said.body), {
    status: said.status ?? 200,
    ...(said.headers && { headers: said.headers }),
  });
};
