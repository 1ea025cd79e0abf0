import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * An address at which a real server is not there yet: connections are refused until `come`, and from then on lead to
 * it. Bytes pass as they are, so that passwords and TLS are between the two ends.
 */
export class LateServer {
  readonly #address: URL;
  readonly #target: URL;
  /** Each with the one that its bytes go to. */
  readonly #ends = new Map<Socket, Socket>();
  #server: Server | undefined;
  #hangs = false;
  #lostCommit: string | undefined;

  /** `url` is the real server's; `port` a free one of loopback, or 0 for any, which is known once it has come. */
  constructor(url: string, port: number) {
    this.#target = new URL(url);
    this.#address = new URL(url);
    this.#address.host = `127.0.0.1:${port}`;
  }

  /** Before the server at `url`, on any port; it has come. */
  static async open(url: string): Promise<LateServer> {
    const server = new LateServer(url, 0);
    await server.come();
    return server;
  }

  get url(): string {
    return this.#address.href;
  }

  /** What is there stays; after `close` it comes back at the same address. */
  async come(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#lead(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(this.#address.port), '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#address.port = String(portOf(server));
  }

  /** From now on no byte passes, and no connection ends: the server hangs. */
  hang(): void {
    for (const socket of this.#ends.keys()) socket.unpipe();
    this.#hangs = true;
  }

  /**
   * The next Postgres transaction one of whose statements or parameters contains `text` is committed, and the
   * connection breaks before the client receives the answer.
   */
  loseCommitOf(text: string): void {
    this.#lostCommit = text;
  }

  /** What was sent meanwhile arrives now. */
  goOn(): void {
    this.#hangs = false;
    for (const [end, other] of this.#ends) end.pipe(other);
  }

  async close(): Promise<void> {
    for (const socket of this.#ends.keys()) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  #lead(socket: Socket): void {
    const { hostname, port } = this.#target;
    const onward = connect(Number(port), hostname);
    this.#watchCommits(socket, onward);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#ends.set(end, other);
      end.once('close', () => {
        this.#ends.delete(end);
        other.destroy();
      });
      // The close that follows says the same.
      end.on('error', () => undefined);
      if (this.#hangs) end.pause();
      else end.pipe(other);
    }
  }

  #watchCommits(socket: Socket, onward: Socket): void {
    let isMeant = false;
    socket.on('data', (sent) => {
      if (this.#lostCommit === undefined) return;
      isMeant ||= sent.includes(this.#lostCommit);
      if (!isMeant || !sent.includes('commit\0')) return;
      this.#lostCommit = undefined;
      onward.unpipe(socket);
      // Unpiped it is paused.
      onward.once('data', () => socket.destroy()).resume();
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
