import { get, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { type BenchData, type Member, pick } from './bench-data.ts';
import type { Figures } from './load.ts';

export const listenersCount = 500;
const reactionsInARun = 40;
const timeoutMs = 5_000;

/** Measures how long a reaction takes from its sender to each of 500 viewers of the vibe; several in a row. */
export async function measureDelivery(data: BenchData): Promise<Figures> {
  const listeners = await Promise.all(
    Array.from({ length: listenersCount }, (_, index) => Listener.open(data, pick(data.members, index))),
  );
  try {
    const began = performance.now();
    const delays: number[] = [];
    let missed = 0;
    for (let index = 0; index < reactionsInARun; index++) {
      const sent = performance.now();
      const received = Promise.all(listeners.map((listener) => listener.next()));
      await react(data, pick(data.members, index));
      const times = await Promise.race([received, deadline()]);
      if (times) delays.push(...times.map((at) => at - sent));
      else missed += 1;
    }
    const elapsed = (performance.now() - began) / 1000;
    return { ...summary(delays), perSecond: delays.length / elapsed, errors: missed };
  } finally {
    for (const listener of listeners) listener.close();
  }
}

const deadline = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), timeoutMs).unref());

export function summary(values: readonly number[]): { p50: number; p99: number; bytes: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), bytes: 0 };
}

async function react(data: BenchData, { authorization }: Member): Promise<void> {
  const response = await fetch(`${data.url}/api/vibes/${data.vibeId}/reactions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ emoji: '❤️' }),
  });
  if (!response.ok) throw new Error(`a reaction returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** One open stream; `next` resolves with the arrival time of its next reaction. */
class Listener {
  readonly #answer: IncomingMessage;
  #text = '';
  #received: ((at: number) => void) | undefined;

  private constructor(response: IncomingMessage) {
    this.#answer = response;
    response.setEncoding('utf8').on('data', (chunk: string) => this.#read(chunk));
  }

  static open({ url, vibeId }: BenchData, { authorization }: Member): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const request = get(`${url}/api/vibes/${vibeId}/stream`, { agent: false, headers: { authorization } });
      request.once('error', reject).once('response', (response) => {
        if (response.statusCode === 200) resolve(new Listener(response));
        else reject(new Error(`a stream returned ${response.statusCode}`));
      });
    });
  }

  next(): Promise<number> {
    return new Promise((resolve) => {
      this.#received = resolve;
    });
  }

  close(): void {
    this.#answer.on('error', () => undefined).destroy();
  }

  #read(chunk: string): void {
    const blocks = `${this.#text}${chunk}`.split('\n\n');
    this.#text = blocks.pop() ?? '';
    if (blocks.some((block) => /^event: reaction$/m.test(block))) this.#received?.(performance.now());
  }
}
