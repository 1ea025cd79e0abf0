import { type Picture, paint } from './pictures.ts';

/** The process that renders pictures: jobs in, JPEGs out. It ends with its parent. */

export interface Order {
  index: number;
  picture: Picture;
}

export interface Delivery {
  index: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

/** One after another: memory for two pictures is never needed at once. */
let before: Promise<void> = Promise.resolve();

process.on('message', (order: Order) => {
  before = before.then(() => deliver(order));
});
process.once('disconnect', () => process.exit());

async function deliver({ index, picture }: Order): Promise<void> {
  const delivery: Delivery = { index, jpeg: Uint8Array.from(await paint(picture)) };
  process.send?.(delivery);
}
