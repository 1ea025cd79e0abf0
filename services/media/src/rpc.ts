import { readPersonalPage, requireIdentity } from '@tribus/community/personal-data.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { MediaServiceService } from '@tribus/proto/media/v1/service.ts';
import { deleteArchives, storeArchive } from './archives.ts';
import type { Deps } from './deps.ts';
import { readObject } from './object-reads.ts';
import { deletePictures } from './objects.ts';
import { pictureMessages } from './present.ts';
import { claimUploads } from './resumable-uploads.ts';
import { uploadFile } from './uploads.ts';
import { setCollectionVisibility, setObjectVisibility } from './visibility.ts';

const keyOf = ({ key }: { key: string }) => key;
const unchanged = <T extends object>(row: T) => row;

export function mediaRpc(deps: Deps): Handlers<MediaServiceService> {
  const { ctx, store, servedObjects } = deps;
  return {
    async upload(messages, { signal }) {
      return { object: pictureMessages(await uploadFile(deps, messages, signal))[0] };
    },
    async claimUploads(request) {
      return { objects: (await claimUploads(deps, request)).flatMap(pictureMessages) };
    },
    async keepObjects({ keys }) {
      return { missingKeys: await store.objects.keep(keys, ctx.clock.now()) };
    },
    async deleteObjects({ keys }) {
      await deletePictures(deps, keys, (deleted) => {
        for (const key of deleted) servedObjects.delete(key);
      });
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
    async listOwnedObjects({ ownerId, cursor }, { actor }) {
      requireIdentity(actor);
      const read = (limit: number, after: string) => store.objects.ownedBy(ownerId, limit, after);
      const { records, next } = await readPersonalPage(cursor, read, keyOf, unchanged);
      return { objects: pictureMessages(records), nextCursor: next };
    },
    async readObject({ key, offset }, { actor }) {
      requireIdentity(actor);
      return readObject(deps, key, offset);
    },
    async storeArchive(messages, { actor, signal }) {
      requireIdentity(actor);
      const { key, sizeBytes } = await storeArchive(deps, messages, signal);
      return { key, sizeBytes };
    },
    async deleteArchives({ ownerId }, { actor }) {
      requireIdentity(actor);
      await deleteArchives(deps, ownerId);
      return {};
    },
  };
}
