import type { Handlers } from '@tribus/kit/grpc/server.ts';
import { fail } from '@tribus/kit/runtime/errors.ts';
import { StoredObject as Answer, type MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { deletePictures } from './objects.ts';
import type { StoredObject } from './store.ts';
import { collectionNamed, requireVisibility } from './uploads.ts';

export function mediaRpc({ ctx, uploads, store, blobs, remembered }: Deps): Handlers<MediaServiceService> {
  return {
    async upload(messages) {
      return { object: present(await uploads.take(messages))[0] };
    },
    async keepObjects({ keys }) {
      await store.keep(keys, ctx.clock.now());
      return {};
    },
    async deleteObjects({ keys }) {
      for (const key of await deletePictures(store, blobs, keys)) remembered.delete(key);
      return {};
    },
    async setObjectVisibility({ keys, visibility, version, collection }) {
      const change = { visibility: requireVisibility(visibility), version, collection: collectionNamed(collection) };
      for (const key of await store.setVisibility(keys, change)) remembered.delete(key);
      return {};
    },
    async setCollectionVisibility({ collection, visibility, version }) {
      const name = collectionNamed(collection);
      if (!name) throw fail('invalid_input');
      await store.setCollection(name, requireVisibility(visibility), version);
      // Which of them belong to it is not looked up: a change is rare, and reading them again costs little.
      remembered.clear();
      return {};
    },
    async getObjects({ keys }) {
      return { objects: present(await store.withVariants(keys)) };
    },
  };
}

/** Pictures with their variants inside. */
function present(objects: readonly StoredObject[]): Answer[] {
  const variants = Map.groupBy(objects, (object) => object.mainKey ?? object.key);
  return objects
    .filter((object) => object.mainKey === null)
    .map((main) =>
      Answer.fromPartial({
        key: main.key,
        visibility: main.visibility,
        contentType: main.contentType,
        sizeBytes: main.sizeBytes,
        width: main.width,
        height: main.height,
        variants: (variants.get(main.key) ?? []).map(({ variant, key, width, height }) => ({
          name: variant ?? 'none',
          key,
          width,
          height,
        })),
        lqip: main.lqip,
        rotated: main.rotated,
        createdAt: main.createdAt.toISOString(),
        kept: main.keptAt !== null,
      }),
    );
}
