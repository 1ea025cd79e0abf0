import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between a browser and a system, which a test holds in the middle of an upload, or cuts. */
export interface SlowLine {
  /** The system's address through the line. */
  url: string;
  /** Passes this number of bytes of each connection to the system; at the limit a connection is held. */
  passUpTo(bytes: number): void;
  /** Raises the limit by this number of bytes. */
  passMore(bytes: number): void;
  /** Ends the connections held at the limit: while one is held, the system detects no disconnect of its browser. */
  cutHeld(): void;
  /** Ends all connections, and refuses new ones until `passUpTo`. */
  cut(): void;
  close(): Promise<void>;
}

/** Lists the two sockets while they are open; the end of one ends the other. */
function endTogether(open: Set<Socket>, ...pair: [Socket, Socket]): void {
  for (const socket of pair) {
    open.add(socket);
    // An error is followed by 'close'.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      for (const each of pair) each.destroy();
    });
  }
}

export async function openSlowLine(system: string): Promise<SlowLine> {
  const port = Number(new URL(system).port);
  const sockets = new Set<Socket>();
  /** Resumes each held connection once the limit is moved. */
  const held = new Map<Socket, () => void>();
  let limit = Number.POSITIVE_INFINITY;
  const cut = (which: Iterable<Socket>) => {
    for (const socket of which) socket.destroy();
    held.clear();
  };
  const passUpTo = (bytes: number) => {
    limit = bytes;
    for (const goOn of [...held.values()]) goOn();
  };
  const server = createServer((browser) => {
    if (limit === 0) return void browser.destroy();
    const upstream = connect(port, '127.0.0.1');
    endTogether(sockets, browser, upstream);
    upstream.pipe(browser);
    let passed = 0;
    const goOn = () => {
      if (passed >= limit) return;
      held.delete(browser);
      browser.resume();
    };
    browser.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed >= limit) held.set(browser, goOn);
      if (!upstream.write(chunk)) upstream.once('drain', goOn);
      if (passed >= limit || upstream.writableNeedDrain) browser.pause();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    passUpTo,
    passMore: (bytes) => passUpTo(limit + bytes),
    cutHeld: () => cut(held.keys()),
    cut() {
      limit = 0;
      cut(sockets);
    },
    async close() {
      server.close();
      cut(sockets);
      await once(server, 'close');
    },
  };
}
