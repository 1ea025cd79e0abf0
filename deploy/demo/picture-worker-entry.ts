import { type Picture, paint } from './pictures.ts';

/** Process that renders pictures: receives jobs, sends JPEGs. It ends with its parent. */

export interface Order {
  index: number;
  picture: Picture;
}

export interface Delivery {
  index: number;
  jpeg: Uint8Array<ArrayBuffer>;
}

/** Renders one after another, to limit memory to one picture. */
let before: Promise<void> = Promise.resolve();

process.on('message', (order: Order) => {
  before = before.then(() => deliver(order));
});
process.once('disconnect', () => process.exit());

async function deliver({ index, picture }: Order): Promise<void> {
  const delivery: Delivery = { index, jpeg: Uint8Array.from(await paint(picture)) };
  process.send?.(delivery);
}
