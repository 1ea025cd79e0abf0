import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const dayNs = 24 * 60 * 60 * 1e9;

/**
 * A client of the broker's text protocol for tests: it breaks and inspects streams in ways that the bus does not
 * offer.
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

  /** Deletes a stream, as if the broker had lost its disk. */
  async loseStream(name: string): Promise<void> {
    await this.#request(`STREAM.DELETE.${this.#prefix}_${name}`, {});
  }

  /** Creates a durable consumer as earlier versions did, with all messages before `from` acknowledged. */
  async makeDurableConsumer(stream: string, name: string, from: number): Promise<void> {
    const config = {
      durable_name: name,
      ack_policy: 'explicit',
      deliver_policy: 'by_start_sequence',
      opt_start_seq: from,
    };
    const stream_name = `${this.#prefix}_${stream}`;
    await this.#request(`CONSUMER.DURABLE.CREATE.${stream_name}.${name}`, { stream_name, config });
  }

  /** Creates a stream as earlier versions did, which stored its messages for `days`. */
  async makeStream(name: string, days: number): Promise<void> {
    const stream = `${this.#prefix}_${name}`;
    const subjects = [`${this.#prefix}.${name.toLowerCase()}.>`];
    await this.#request(`STREAM.CREATE.${stream}`, {
      name: stream,
      subjects,
      retention: 'limits',
      storage: 'file',
      max_age: days * dayNs,
    });
  }

  /** Returns the days for which a stream stores messages. */
  async daysOf(name: string): Promise<number> {
    const { config } = await this.#request(`STREAM.INFO.${this.#prefix}_${name}`, {});
    return (config?.max_age ?? 0) / dayNs;
  }

  async messagesIn(name: string): Promise<number> {
    const { state } = await this.#request(`STREAM.INFO.${this.#prefix}_${name}`, {});
    return state?.messages ?? 0;
  }

  /** Returns the last message that matches a subject; its own subject without the prefix. */
  async lastMessage(name: string, subject: string): Promise<{ subject: string; headers: string; data: string }> {
    const { message } = await this.#request(`STREAM.MSG.GET.${this.#prefix}_${name}`, {
      last_by_subj: `${this.#prefix}.${subject}`,
    });
    return {
      subject: (message?.subject ?? '').slice(this.#prefix.length + 1),
      headers: Buffer.from(message?.hdrs ?? '', 'base64').toString(),
      data: Buffer.from(message?.data ?? '', 'base64').toString(),
    };
  }

  /** Publishes a message that does not come from an outbox. */
  publish(subject: string, payload: string, headers: Record<string, string> = {}): void {
    const head = `NATS/1.0\r\n${Object.entries(headers)
      .map(([key, value]) => `${key}: ${value}\r\n`)
      .join('')}\r\n`;
    this.#socket.write(
      `HPUB ${this.#prefix}.${subject} ${head.length} ${head.length + payload.length}\r\n${head}${payload}\r\n`,
    );
  }

  async #request(what: string, body: object): Promise<Response> {
    const inbox = `_INBOX.${randomUUID()}`;
    const text = JSON.stringify(body);
    this.#socket.write(`SUB ${inbox} 1\r\nUNSUB 1 1\r\nPUB $JS.API.${what} ${inbox} ${text.length}\r\n${text}\r\n`);
    for (let received = ''; ; ) {
      const [chunk] = await once(this.#socket, 'data');
      received += chunk;
      const response = new RegExp(`MSG ${inbox} 1 (\\d+)\\r\\n`).exec(received);
      const start = response ? response.index + response[0].length : 0;
      const end = start + Number(response?.[1]);
      if (response && received.length >= end) return JSON.parse(received.slice(start, end));
    }
  }
}

interface Response {
  config?: { max_age: number };
  state?: { messages: number };
  message?: { subject: string; hdrs?: string; data?: string };
}
