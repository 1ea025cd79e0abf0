import { parentPort } from 'node:worker_threads';
import { type Picture, paint } from './pictures.ts';

interface Order {
  index: number;
  picture: Picture;
}

/** One after another: memory for two pictures is never needed at once. */
let before: Promise<void> = Promise.resolve();

parentPort?.on('message', (order: Order) => {
  before = before.then(() => deliver(order));
});

async function deliver({ index, picture }: Order): Promise<void> {
  const jpeg = Uint8Array.from(await paint(picture));
  parentPort?.postMessage({ index, jpeg }, [jpeg.buffer]);
}
