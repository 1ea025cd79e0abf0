import type { Deps } from './deps.ts';
import { aboutStoreSecret } from './object-stores.ts';

/** Encrypts secrets of stores anew where the key that encrypted them is no longer the first; one whose key is gone stays as it is. */
export async function renewStoreSecrets({
  ctx,
  store,
  secrets,
}: Pick<Deps, 'ctx' | 'store' | 'secrets'>): Promise<void> {
  for (const { id, secretAccessKey } of await store.stores.all()) {
    if (secrets.isCurrent(secretAccessKey)) continue;
    try {
      const about = aboutStoreSecret(id);
      const renewed = secrets.encrypt(secrets.decrypt(secretAccessKey, about), about);
      await store.stores.replaceSecret(id, secretAccessKey, renewed);
    } catch (error) {
      ctx.log.error(
        { err: error, storeId: id },
        'the secret of a store cannot be read: its key is not in SETTINGS_KEY',
      );
    }
  }
}
