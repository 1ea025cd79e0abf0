/** A fake server at the network boundary: records the app's requests and returns the given responses. */

/** One request as it reached the network boundary. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

export interface StubbedResponse {
  status?: number;
  body?: unknown;
  /** A response that is not JSON. */
  text?: string;
  headers?: Record<string, string>;
}

type Reply = StubbedResponse | 'lost';

const responses = new Map<string, (request: SeenRequest) => Reply | Promise<Reply>>();

/** Every request since the last `forgetRequests()`. */
export const requests: SeenRequest[] = [];

/** Sets the response to e.g. 'GET tribes', which may come later; 'lost' drops the connection. Without one it is 404. */
export function stubResponse(call: string, how: Reply | ((request: SeenRequest) => Reply | Promise<Reply>)): void {
  responses.set(call, typeof how === 'function' ? how : () => how);
}

export function forgetRequests(): void {
  responses.clear();
  requests.length = 0;
}

globalThis.fetch = async (input, init = {}) => {
  const path = String(input).replace(/^\/api\//, '');
  const method = init.method ?? 'GET';
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
  const request: SeenRequest = { method, path, headers: new Headers(init.headers), body };
  requests.push(request);
  const respond = responses.get(`${method} ${path.replace(/\?.*/, '')}`);
  const reply = (await respond?.(request)) ?? { status: 404 };
  if (reply === 'lost') throw new TypeError('Failed to fetch');
  return new Response(reply.text ?? (reply.body === undefined ? null : JSON.stringify(reply.body)), {
    status: reply.status ?? 200,
    ...(reply.headers && { headers: reply.headers }),
  });
};
