import type { Deps } from './deps.ts';
import { aboutStoreSecret } from './object-stores.ts';

/** Encrypts the secrets of stores with the first key; a secret whose key is missing stays as it is. */
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
        'secret of a store not decrypted: its key is not in SETTINGS_KEY; the store stays unavailable',
      );
    }
  }
}
