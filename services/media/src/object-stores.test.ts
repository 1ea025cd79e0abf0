import { expect, test } from '@jest/globals';
import { Secrets } from '@tribus/community/secrets.ts';
import type { Blobs } from '@tribus/kit/storage/blob-store.ts';
import type { Bucket } from '@tribus/kit/storage/s3.ts';
import { testContext } from '@tribus/kit/testing/service.ts';
import { aboutStoreSecret, ObjectStores } from './object-stores.ts';
import type { ChosenStore } from './store/stores.ts';

const secrets = new Secrets(Buffer.alloc(32, 1).toString('base64'));
const environment = {} as Blobs;

/** Records which buckets are closed, instead of closing connections. */
class RecordedStores extends ObjectStores {
  readonly opened: string[] = [];
  readonly closed: string[] = [];

  override async connect(...[options]: Parameters<ObjectStores['connect']>): Promise<Bucket> {
    this.opened.push(options.region);
    const bucket = await super.connect(options);
    const close = bucket.close.bind(bucket);
    bucket.close = () => {
      this.closed.push(options.region);
      close();
    };
    return bucket;
  }
}

const settings = (
  region: string,
  secretAccessKey = secrets.encrypt('secret', aboutStoreSecret('store')),
): ChosenStore => ({
  id: 'store',
  endpoint: 'https://s3.example.org',
  region,
  bucket: 'pictures',
  accessKeyId: 'key',
  secretAccessKey,
  publicBaseUrl: '',
  createdAt: new Date(0),
  leftAt: null,
});

/** `change` chooses the settings that are read from then on. */
function openStores() {
  let row = settings('first');
  const store = {
    stores: { current: async () => row, find: async () => new Map([[row.id, row]]) },
  } as unknown as ConstructorParameters<typeof ObjectStores>[0]['store'];
  const ctx = testContext('media');
  const stores = new RecordedStores({ ctx, store, secrets, environment, allowedHosts: [] });
  return { stores, change: (next: ChosenStore) => (row = next) };
}

test('settings that cannot be opened do not close the bucket of the newer ones', async () => {
  const { stores, change } = openStores();
  change(settings('unknown-key', 'v1.unknown.secret'));
  const failing = stores.current();
  change(settings('corrected'));
  const corrected = stores.current();
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
  expect((await stores.current()).blobs).toBe((await corrected).blobs);
  expect(stores.opened).toEqual(['corrected']);
});

test('after many changes of the settings the longest unused buckets are closed, never the current one', async () => {
  const { stores, change } = openStores();
  const shared = settings('a');
  for (let index = 0; index < 60; index += 1) {
    change(settings(`region-${index}`, shared.secretAccessKey));
    await stores.current();
    change(shared);
    await stores.current();
  }
  expect(stores.opened.filter((region) => region === 'a')).toHaveLength(1);
  expect(stores.closed).toEqual(Array.from({ length: 11 }, (_none, index) => `region-${index}`));
});
