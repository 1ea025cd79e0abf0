import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { deletePictures } from './objects.ts';
import { pictureMessages } from './present.ts';
import { uploadPicture } from './uploads.ts';
import { setCollectionVisibility, setObjectVisibility } from './visibility.ts';

export function mediaRpc(deps: Deps): Handlers<MediaServiceService> {
  const { ctx, store, servedObjects } = deps;
  return {
    async upload(messages) {
      return { object: pictureMessages(await uploadPicture(deps, messages))[0] };
    },
    async keepObjects({ keys }) {
      await store.objects.keep(keys, ctx.clock.now());
      return {};
    },
    async deleteObjects({ keys }) {
      for (const key of await deletePictures(deps, keys)) servedObjects.delete(key);
      return {};
    },
    async setObjectVisibility({ keys, ...change }) {
      await setObjectVisibility(deps, keys, change);
      return {};
    },
    async setCollectionVisibility({ collection, ...change }) {
      await setCollectionVisibility(deps, collection, change);
      return {};
    },
    async getObjects({ keys }) {
      return { objects: pictureMessages(await store.objects.withVariants(keys)) };
    },
  };
}
