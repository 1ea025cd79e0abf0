import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

export const certificates = join(import.meta.dirname, 'tls');
const cert = readFileSync(join(certificates, 'server.pem'));
const key = readFileSync(join(certificates, 'server-key.pem'));

/** With which a client of Postgres asks for TLS before it begins. */
const sslRequest = Buffer.from('0000000804d2162f', 'hex');

export interface TlsFront {
  port: number;
  stop(): Promise<void>;
}

/** TLS in front of a server that has none, as a proxy of an operator's would be; what comes plain is turned away. */
export async function openTlsFront(target: URL): Promise<TlsFront> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // Whoever does not trust us says so and goes; the close that follows tells us, too.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer(async (socket) => {
    keep(socket);
    if (target.protocol.startsWith('postgres')) await answerSslRequest(socket);
    if (socket.destroyed) return;
    const plain = keep(connect(Number(target.port), target.hostname));
    const secured = keep(new TLSSocket(socket, { isServer: true, cert, key }));
    secured.pipe(plain).once('close', () => secured.destroy());
    plain.pipe(secured).once('close', () => plain.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answerSslRequest(socket: Socket): Promise<void> {
  const [first]: Buffer[] = await once(socket, 'data').catch(() => []);
  socket.pause();
  if (first?.equals(sslRequest)) socket.write('S');
  else socket.destroy();
}
