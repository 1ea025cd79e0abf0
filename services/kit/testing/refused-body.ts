import { once } from 'node:events';
import type { Socket } from 'node:net';

interface RefusedBody {
  /** The request line and headers, without those about the length. */
  head: readonly string[];
  /** The beginning of the body; the rest consists of `bytes` bytes. */
  start: string;
  bytes: number;
}

/** The outcome of a body whose sender reads the response only afterwards. */
interface Outcome {
  status: number;
  /** Bytes handed to the network before the connection was closed. */
  accepted: number;
  /** Whether the connection answered another request. */
  isOpen: boolean;
}

const chunk = Buffer.alloc(64 * 1024, 'a');

/** Sends a chunked body that the server refuses to the end, unless the server closes the connection before. */
export async function sendRefused(socket: Socket, { head, start, bytes }: RefusedBody): Promise<Outcome> {
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  socket.on('error', () => undefined);
  const over = Promise.race([once(socket, 'close'), once(socket, 'end')]);
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  const write = async (text: string | Buffer) => {
    if (!isOver && !socket.write(text)) await Promise.race([once(socket, 'drain'), over]);
  };
  await once(socket, 'connect');
  const framed = (data: string | Buffer) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), Buffer.from(data), Buffer.from('\r\n')]);
  await write([...head, 'transfer-encoding: chunked', '', ''].join('\r\n'));
  if (start !== '') await write(framed(start));
  const piece = framed(chunk);
  for (let sent = 0; sent < bytes && !isOver; sent += chunk.length) await write(piece);
  const accepted = socket.bytesWritten - socket.writableLength;
  // An unknown path is answered at once.
  if (!isOver) await write('0\r\n\r\nGET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  const responses = () => received.split('HTTP/1.1 ').slice(1);
  while (!isOver && responses().length < 2) await Promise.race([once(socket, 'data'), over]);
  socket.destroy();
  const [first = ''] = responses();
  return { status: Number(first.slice(0, 3)), accepted, isOpen: responses().length === 2 };
}
