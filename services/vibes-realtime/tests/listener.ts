import { type Actor, InternalTokens } from '@tribus/kit/core/actor.ts';
import { internalHeader } from '@tribus/kit/http/app.ts';
import { type TestService, testSecret } from '@tribus/kit/testing/service.ts';
import { until } from '@tribus/kit/testing/until.ts';

export interface ServerSentEvent {
  id?: string;
  event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect event data freely
  data?: any;
}

/** A browser's end of a stream of server-sent events. */
export interface Listener {
  status: number;
  headers: Headers;
  /** The received events, without comments. */
  events: ServerSentEvent[];
  /** The server has ended the stream. */
  ended: boolean;
  close(): void;
}

/** Opens a stream and reads it to its end; resolves on the first bytes, or on an error response. */
export async function openStream(
  { httpUrl, name }: TestService,
  actor: Actor,
  path: string,
  headers: Record<string, string> = {},
): Promise<Listener> {
  const leaving = new AbortController();
  const token = new InternalTokens(testSecret).sign(actor, name);
  const response = await fetch(`${httpUrl}/api${path}`, {
    headers: { [internalHeader]: token, ...headers },
    signal: leaving.signal,
  });
  const { status } = response;
  const listener: Listener = {
    status,
    headers: response.headers,
    events: [],
    ended: false,
    close: () => leaving.abort(),
  };
  let text = '';
  const read = async () => {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n').slice(0, -1);
      listener.events = blocks.map(parse).filter((each) => each.event !== undefined);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      listener.ended = true;
    });
  if (status === 200) await until(() => text.includes(': open'), 'the stream is open');
  return listener;
}

function parse(block: string): ServerSentEvent {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { ...fields, ...(fields.data && { data: JSON.parse(fields.data) }) };
}
