import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

const headerBytes = 12;
const typeA = 1;
const nameMissing = 3;

/** A DNS server on loopback that resolves every name to the same IPv4 addresses. */
export class NameServer {
  /** Empty: the name does not exist. */
  addresses: string[] = [];
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (query, from) => socket.send(this.#respond(query), from.port, from.address));
  }

  static async open(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  close(): void {
    this.#socket.close();
  }

  #respond(query: Buffer): Buffer {
    // The name ends with an empty label; its type and class follow.
    const questionEnd = query.indexOf(0, headerBytes) + 5;
    const type = query.readUInt16BE(questionEnd - 4);
    const found = type === typeA ? this.addresses : [];
    const header = Buffer.from(query.subarray(0, headerBytes));
    header.writeUInt16BE(0x8180 | (this.addresses.length === 0 ? nameMissing : 0), 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    return Buffer.concat([header, query.subarray(headerBytes, questionEnd), ...found.map(addressRecord)]);
  }
}

/** An A record of the queried name with a TTL of 0. */
function addressRecord(address: string): Buffer {
  const head = Buffer.from('c00c00010001000000000004', 'hex');
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
