import { until } from '@tribus/kit/testing/until.ts';

export interface ReceivedEvent {
  event: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely
  data: any;
}

/** An open stream of server-sent events and its received events. */
export class Listener {
  readonly status: number;
  readonly received: ReceivedEvent[] = [];
  ended = false;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.#abort = abort;
    void this.#read(response).finally(() => {
      this.ended = true;
    });
  }

  static async open(request: (signal: AbortSignal) => Promise<Response>): Promise<Listener> {
    const abort = new AbortController();
    return new Listener(await request(abort.signal), abort);
  }

  /** Returns the first event of that name for which `holds` is true; also one that was received before. */
  async waitFor(event: string, holds: (data: ReceivedEvent['data']) => boolean): Promise<ReceivedEvent> {
    const find = () => this.received.find((each) => each.event === event && holds(each.data));
    await until(() => find() !== undefined, `the stream carries the ${event}`);
    const found = find();
    if (!found) throw new Error('a received event is missing');
    return found;
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of response.body ?? []) {
        const blocks = `${text}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#receive(block);
      }
    } catch {
      // A stream that is cut off has also ended.
    }
  }

  #receive(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const event = fields.get('event');
    const id = fields.get('id');
    if (event) this.received.push({ event, data: JSON.parse(fields.get('data') ?? 'null'), ...(id && { id }) });
  }
}
