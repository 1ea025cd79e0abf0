import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface SplitPages {
  /** The system's address through the proxy. */
  url: string;
  /** Sends the rest of the pages. */
  sendRest(): void;
  close(): Promise<void>;
}

/** Opens a proxy of a system. Each page arrives up to the first `before` in it, the rest once that is sent. */
export async function openSplitPages(system: string, before: string): Promise<SplitPages> {
  const held: (() => void)[] = [];
  const sendPart = (page: string, res: ServerResponse) => {
    const end = page.indexOf(before);
    res.write(page.slice(0, end));
    held.push(() => res.end(page.slice(end)));
  };
  const server = createServer((req, res) => {
    const headers = { ...req.headers, 'accept-encoding': 'identity' };
    const upstream = request(new URL(req.url ?? '/', system), { method: req.method, headers }, (answer) => {
      const isPage = answer.headers['content-type']?.startsWith('text/html');
      const { 'content-length': _length, ...others } = answer.headers;
      res.writeHead(answer.statusCode ?? 200, isPage ? others : answer.headers);
      if (isPage) void text(answer).then((page) => sendPart(page, res));
      else answer.pipe(res);
    });
    req.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sendRest: () => {
      for (const send of held.splice(0)) send();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
