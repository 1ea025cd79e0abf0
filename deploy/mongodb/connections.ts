import type { Socket } from 'node:net';
import { type Context, dispatch } from './commands/dispatch.ts';
import type { Doc } from './doc.ts';
import { CommandError, errorReply, systemCode } from './errors.ts';
import { frames, type Message, readMessage, writeReply } from './wire.ts';

/** The open connections. Messages of a connection are handled one by one. */
export class Connections {
  readonly #context: Omit<Context, 'connectionId'>;
  readonly #open = new Map<Socket, Promise<void>>();
  readonly #busy = new Set<Socket>();
  #last = 0;
  #ending = false;

  constructor(context: Omit<Context, 'connectionId'>) {
    this.#context = context;
  }

  accept(socket: Socket): void {
    const served = this.#serve(socket, { ...this.#context, connectionId: ++this.#last })
      .catch((error: unknown) => {
        if (!isHangUp(error)) this.#context.logger.warn({ err: error }, 'connection closed');
      })
      .finally(() => {
        socket.destroy();
        this.#open.delete(socket);
      });
    this.#open.set(socket, served);
  }

  /** Waits for the replies of running commands, then closes everything. */
  async end(): Promise<void> {
    this.#ending = true;
    this.#context.failPoints.end();
    for (const socket of this.#open.keys()) if (!this.#busy.has(socket)) socket.destroy();
    await Promise.all(this.#open.values());
  }

  async #serve(socket: Socket, context: Context): Promise<void> {
    // Errors reach the loop below; this listener catches those between two reads.
    socket.on('error', () => undefined);
    for await (const bytes of frames(socket)) {
      this.#busy.add(socket);
      const message = readMessage(bytes);
      const reply = await answer(message, context);
      if (!message.silent) await send(socket, writeReply(message, reply));
      this.#busy.delete(socket);
      if (this.#ending) return;
    }
  }
}

/** The client closed the connection: not logged. */
function isHangUp(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}

function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

const HANDSHAKES = new Set(['hello', 'isMaster', 'ismaster']);

async function answer(message: Message, context: Context): Promise<Doc> {
  let body: Doc;
  try {
    body = message.body();
  } catch (error) {
    if (error instanceof CommandError) return errorReply(error);
    throw error;
  }
  const [name = ''] = Object.keys(body);
  if (message.legacy && !HANDSHAKES.has(name)) {
    return errorReply(new CommandError('UnsupportedOpQueryCommand', `Unsupported OP_QUERY command: ${name}`));
  }
  return dispatch(body, context);
}
