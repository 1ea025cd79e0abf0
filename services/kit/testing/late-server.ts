import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy before a real server that simulates outages: connections are refused until `come` and forwarded from then
 * on. Bytes are passed unchanged, so passwords and TLS are end to end.
 */
export class LateServer {
  readonly #address: URL;
  readonly #target: URL;
  /** Each socket with the socket that receives its bytes. */
  readonly #ends = new Map<Socket, Socket>();
  readonly #clients = new Set<Socket>();
  #accepted = 0;
  #server: Server | undefined;
  #hangs = false;
  #lostCommit: string | undefined;

  /** `url` is the real server's; `port` a free loopback port, or 0 for any, known after `come`. */
  constructor(url: string, port: number) {
    this.#target = new URL(url);
    this.#address = new URL(url);
    this.#address.host = `127.0.0.1:${port}`;
  }

  /** Creates a proxy of `url` on any port and starts listening. */
  static async open(url: string): Promise<LateServer> {
    const server = new LateServer(url, 0);
    await server.come();
    return server;
  }

  get url(): string {
    return this.#address.href;
  }

  /** Number of open connections of clients. */
  get connections(): number {
    return this.#clients.size;
  }

  /** Number of connections of clients so far. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Starts listening, if it is not; after `close` at the same address. */
  async come(): Promise<void> {
    if (this.#server) return;
    const server = createServer((socket) => this.#forward(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(this.#address.port), '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#address.port = String(portOf(server));
  }

  /** Stops forwarding without closing connections, as if the server hung. */
  hang(): void {
    for (const socket of this.#ends.keys()) socket.unpipe();
    this.#hangs = true;
  }

  /**
   * Breaks the connection after the next commit of a Postgres transaction that contains `text` in a statement or
   * parameter, before the client receives the response.
   */
  loseCommitOf(text: string): void {
    this.#lostCommit = text;
  }

  /** Resumes forwarding; bytes sent during the pause are delivered. */
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

  #forward(socket: Socket): void {
    const { hostname, port } = this.#target;
    const upstream = connect(Number(port), hostname);
    this.#accepted += 1;
    this.#clients.add(socket);
    socket.once('close', () => this.#clients.delete(socket));
    this.#watchCommits(socket, upstream);
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#ends.set(end, other);
      end.once('close', () => {
        this.#ends.delete(end);
        other.destroy();
      });
      // The `close` event that follows is handled.
      end.on('error', () => undefined);
      if (this.#hangs) end.pause();
      else end.pipe(other);
    }
  }

  #watchCommits(socket: Socket, upstream: Socket): void {
    let isMatching = false;
    socket.on('data', (sent) => {
      if (this.#lostCommit === undefined) return;
      isMatching ||= sent.includes(this.#lostCommit);
      if (!isMatching || !sent.includes('commit\0')) return;
      this.#lostCommit = undefined;
      upstream.unpipe(socket);
      // `unpipe` paused the socket.
      upstream.once('data', () => socket.destroy()).resume();
    });
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
