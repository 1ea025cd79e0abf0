import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * An address at which a real server is not there yet: connections are refused until `come`, and from then on lead to
 * it. Bytes pass as they are, so that passwords and TLS are between the two ends.
 */
export class LateServer {
  readonly url: string;
  readonly #port: number;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  /** `url` is the real server's; `port` a free one of loopback. */
  constructor(url: string, port: number) {
    const address = new URL(url);
    this.#target = new URL(url);
    address.host = `127.0.0.1:${port}`;
    this.url = address.href;
    this.#port = port;
  }

  /** Once; what is there stays. */
  async come(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#lead(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(undefined)));
  }

  #lead(socket: Socket): void {
    const { hostname, port } = this.#target;
    const onward = connect(Number(port), hostname);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(end);
      end.once('close', () => {
        this.#sockets.delete(end);
        other.destroy();
      });
      // The close that follows says the same.
      end.on('error', () => undefined);
      end.pipe(other);
    }
  }
}
