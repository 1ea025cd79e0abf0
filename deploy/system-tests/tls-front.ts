import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

export const certificates = join(import.meta.dirname, 'tls');
const cert = readFileSync(join(certificates, 'server.pem'));
const key = readFileSync(join(certificates, 'server-key.pem'));

/** A Postgres client sends this first to request TLS. */
const sslRequest = Buffer.from('0000000804d2162f', 'hex');

export interface TlsFront {
  port: number;
  stop(): Promise<void>;
}

/** Opens a TLS proxy of a server without TLS, like that of an operator; plain connections are closed. */
export async function openTlsFront(target: URL): Promise<TlsFront> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // A client that does not trust the certificate closes the connection; the close event removes the socket.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer(async (socket) => {
    keep(socket);
    if (target.protocol.startsWith('postgres')) await acceptSslRequest(socket);
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

async function acceptSslRequest(socket: Socket): Promise<void> {
  const [first]: Buffer[] = await once(socket, 'data').catch(() => []);
  socket.pause();
  if (first?.equals(sslRequest)) socket.write('S');
  else socket.destroy();
}
