import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * The broker as its operator sees it, in the few words of its text protocol: what tests need to break and to inspect
 * and what the bus therefore does not offer.
 */
export class BrokerProbe {
  readonly #socket: Socket;
  readonly #prefix: string;

  constructor(socket: Socket, prefix: string) {
    this.#socket = socket;
    this.#prefix = prefix;
  }

  static async open(url: string): Promise<BrokerProbe> {
    const { hostname, port, searchParams } = new URL(url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    await once(socket, 'data');
    socket.write('CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n');
    socket.on('data', (received: string) => {
      if (/^PING\r\n/m.test(received)) socket.write('PONG\r\n');
    });
    return new BrokerProbe(socket, searchParams.get('prefix') ?? '');
  }

  close(): void {
    this.#socket.destroy();
  }

  /** As if the broker had lost its disk. */
  async loseStream(name: string): Promise<void> {
    await this.#ask(`STREAM.DELETE.${this.#prefix}_${name}`, {});
  }

  /** As a version that let the broker keep positions made it; all before `from` is acknowledged. */
  async makeDurableConsumer(stream: string, name: string, from: number): Promise<void> {
    const config = {
      durable_name: name,
      ack_policy: 'explicit',
      deliver_policy: 'by_start_sequence',
      opt_start_seq: from,
    };
    const stream_name = `${this.#prefix}_${stream}`;
    await this.#ask(`CONSUMER.DURABLE.CREATE.${stream_name}.${name}`, { stream_name, config });
  }

  async messagesIn(name: string): Promise<number> {
    const { state } = await this.#ask(`STREAM.INFO.${this.#prefix}_${name}`, {});
    return state?.messages ?? 0;
  }

  /** Subject (without the prefix) and headers of the last message below a subject. */
  async lastMessage(name: string, subject: string): Promise<{ subject: string; headers: string; data: string }> {
    const { message } = await this.#ask(`STREAM.MSG.GET.${this.#prefix}_${name}`, {
      last_by_subj: `${this.#prefix}.${subject}`,
    });
    return {
      subject: (message?.subject ?? '').slice(this.#prefix.length + 1),
      headers: Buffer.from(message?.hdrs ?? '', 'base64').toString(),
      data: Buffer.from(message?.data ?? '', 'base64').toString(),
    };
  }

  /** A message that does not come from an outbox. */
  publish(subject: string, payload: string, headers: Record<string, string> = {}): void {
    const head = `NATS/1.0\r\n${Object.entries(headers)
      .map(([key, value]) => `${key}: ${value}\r\n`)
      .join('')}\r\n`;
    this.#socket.write(
      `HPUB ${this.#prefix}.${subject} ${head.length} ${head.length + payload.length}\r\n${head}${payload}\r\n`,
    );
  }

  async #ask(what: string, body: object): Promise<Answer> {
    const inbox = `_INBOX.${randomUUID()}`;
    const text = JSON.stringify(body);
    this.#socket.write(`SUB ${inbox} 1\r\nUNSUB 1 1\r\nPUB $JS.API.${what} ${inbox} ${text.length}\r\n${text}\r\n`);
    for (let received = ''; ; ) {
      const [chunk] = await once(this.#socket, 'data');
      received += chunk;
      const answer = new RegExp(`MSG ${inbox} 1 (\\d+)\\r\\n`).exec(received);
      const start = answer ? answer.index + answer[0].length : 0;
      const end = start + Number(answer?.[1]);
      if (answer && received.length >= end) return JSON.parse(received.slice(start, end));
    }
  }
}

interface Answer {
  state?: { messages: number };
  message?: { subject: string; hdrs?: string; data?: string };
}
