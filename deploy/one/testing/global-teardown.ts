import { rmSync } from 'node:fs';
import type { TestStoresHolder } from './global-setup.ts';

/** Ends what global-setup.ts started and removes its folder. */
export default async function globalTeardown(): Promise<void> {
  const { tribusTestStores } = globalThis as TestStoresHolder;
  if (!tribusTestStores) return;
  await tribusTestStores.stop();
  if (process.env.TEST_DATA_DIR) rmSync(process.env.TEST_DATA_DIR, { recursive: true, force: true });
}
