import type { Actor } from '@tribus/kit/core/actor.ts';
import { type AppError, defineErrors, fail } from '@tribus/kit/core/errors.ts';
import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { PeerStub } from '@tribus/kit/testing/service.ts';
import { MediaServiceService, StoredObject, type UploadRequest } from '@tribus/proto/media/v1/service.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';

interface Upload {
  key: string;
  purpose: string;
  visibility: Visibility;
  collection: string;
  ownerId: string;
  bytes: number;
}

/** Visibility of a picture or a collection. */
interface KnownVisibility {
  visibility: Visibility;
  version: number;
  collection: string;
}

/** Records calls and accepts every upload, unless a test sets otherwise. */
export class MediaStub implements PeerStub<MediaServiceService> {
  readonly definition = MediaServiceService;
  /** Thrown for the next upload. */
  refusal: AppError | undefined;
  /** Runs during the next upload. */
  meanwhile: (() => Promise<void>) | undefined;
  /** Content type of the next upload; only pictures have sizes and dimensions. */
  contentType = 'image/webp';
  readonly uploads: Upload[] = [];
  readonly retained: string[] = [];
  /** Keys reported as missing, with the number of attempts to keep them. */
  readonly swept = new Map<string, number>();
  /** The claim of each resumable upload; all others are complete uploads of whoever claims them. */
  readonly claims = new Map<string, string>();
  /** The facts of each video, by its key; `getObjects` returns these. */
  readonly videos = new Map<string, Parameters<typeof StoredObject.fromPartial>[0]>();
  /** Remaining calls of keepObjects that fail. */
  keepingRefused = 0;
  readonly deleted: string[] = [];
  /** Stored archives by user. */
  readonly archives = new Map<string, Uint8Array>();
  /** Pictures that can be listed and read, by user. */
  readonly pictures = new Map<string, ReadonlyMap<string, Uint8Array>>();
  /** Pictures deleted between listing and reading. */
  readonly deletedSinceListed = new Set<string>();
  /** The latest visibility of each picture and each collection. */
  readonly visibilities = new Map<string, KnownVisibility>();
  /** Runs before the next visibility of objects is set. */
  beforeVisibility: (() => Promise<void>) | undefined;
  /** Thrown when a visibility is set. */
  visibilityRefusal: AppError | undefined;
  /** Pictures and collections whose visibility is refused. */
  readonly refusedVisibilities = new Set<string>();

  /** Uploads of a user that were not deleted. */
  left({ id }: Actor): string[] {
    const uploaded = this.uploads.filter(({ ownerId }) => ownerId === id).map(({ key }) => key);
    return uploaded.filter((key) => !this.deleted.includes(key));
  }

  #setVisibility(name: string, known: KnownVisibility): void {
    if (this.visibilityRefusal) throw this.visibilityRefusal;
    const { visibility, collection } = known;
    if (visibility === 'none' || !/^([a-z]{1,20}:[\w-]{1,80})?$/.test(collection)) throw fail('invalid_input');
    if (this.refusedVisibilities.has(name)) throw fail('invalid_input');
    if (known.version > (this.visibilities.get(name)?.version ?? 0)) this.visibilities.set(name, known);
  }

  readonly handlers: Partial<Handlers<MediaServiceService>> = {
    upload: async (messages) => this.#take(await readUpload(messages)),
    claimUploads: async ({ uploadIds, claimId, ownerId, ...known }) => {
      const isUsable = (id: string) =>
        (this.claims.get(id) ?? claimId) === claimId && !this.deleted.includes(`video-${id}`);
      if (!uploadIds.every(isUsable)) throw unusable.fail('upload_unusable');
      for (const id of uploadIds) {
        this.claims.set(id, claimId);
        this.visibilities.set(`video-${id}`, { ...known, version: 0 });
      }
      const { visibility } = known;
      return {
        objects: uploadIds.map((id) => this.#videoOf(`video-${id}`, { visibility, ...this.videos.get(`video-${id}`) })),
      };
    },
    getObjects: async ({ keys }) => ({
      objects: keys.flatMap((key) => {
        const facts = this.videos.get(key);
        return facts && !this.deleted.includes(key) ? [this.#videoOf(key, facts)] : [];
      }),
    }),
    keepObjects: async ({ keys }) => {
      if (this.keepingRefused > 0) {
        this.keepingRefused -= 1;
        throw fail('timeout');
      }
      const missingKeys = keys.filter((key) => this.swept.has(key));
      for (const key of missingKeys) this.swept.set(key, (this.swept.get(key) ?? 0) + 1);
      this.retained.push(...keys.filter((key) => !this.swept.has(key)));
      return { missingKeys };
    },
    setObjectVisibility: async ({ keys, ...known }) => {
      const before = this.beforeVisibility;
      this.beforeVisibility = undefined;
      await before?.();
      for (const key of keys) this.#setVisibility(key, known);
      return {};
    },
    setCollectionVisibility: async (known) => {
      this.#setVisibility(known.collection, known);
      return {};
    },
    deleteObjects: async ({ keys }) => {
      this.deleted.push(...keys);
      return {};
    },
    listOwnedObjects: async ({ ownerId }) => ({
      objects: [...(this.pictures.get(ownerId) ?? [])].map(([key, bytes]) =>
        StoredObject.fromPartial({ key, sizeBytes: bytes.length }),
      ),
      nextCursor: '',
    }),
    readObject: async ({ key, offset }) => {
      const bytes = [...this.pictures.values()].map((owned) => owned.get(key)).find(Boolean);
      if (!bytes || this.deletedSinceListed.has(key)) throw fail('not_found');
      return { chunk: Buffer.from(bytes.subarray(offset)), sizeBytes: bytes.length };
    },
    storeArchive: async (messages) => {
      const parts: Uint8Array[] = [];
      let ownerId = '';
      for await (const { part } of messages) {
        if (part?.$case === 'meta') ownerId = part.value.ownerId;
        if (part?.$case === 'chunk') parts.push(part.value);
      }
      const archive = Buffer.concat(parts);
      this.archives.set(ownerId, archive);
      return { key: `archive/${ownerId}.zip`, sizeBytes: archive.length };
    },
    deleteArchives: async ({ ownerId }) => {
      this.archives.delete(ownerId);
      return {};
    },
  };

  #videoOf(key: string, facts: Parameters<typeof StoredObject.fromPartial>[0]): StoredObject {
    return StoredObject.fromPartial({ key, contentType: 'video/mp4', sizeBytes: 1_000, ...facts });
  }

  async #take(upload: Upload): Promise<{ object: StoredObject }> {
    if (this.refusal) throw this.refusal;
    await this.meanwhile?.();
    this.uploads.push(upload);
    const { key, visibility, bytes } = upload;
    const { contentType } = this;
    if (!contentType.startsWith('image/'))
      return { object: StoredObject.fromPartial({ key, visibility, contentType, sizeBytes: bytes }) };
    const variants = sizes.map(([name, width]) => ({ name, key: `${key}.${name}`, width, height: width }));
    const picture = {
      width: 1_600,
      height: 900,
      lqip: 'data:image/webp;base64,AA',
      rotated: bytes % 2 === 1,
      variants,
    };
    return { object: StoredObject.fromPartial({ key, visibility, contentType, sizeBytes: bytes, ...picture }) };
  }
}

/** As of media. */
const unusable = defineErrors({
  upload_unusable: { status: 409, es: 'El video ya no está disponible.', en: 'The video is gone.', zh: '视频不可用。' },
});

const sizes = [
  ['square', 320],
  ['medium', 800],
] as const;

async function readUpload(messages: AsyncIterable<UploadRequest>): Promise<Upload> {
  const upload: Upload = { key: '', purpose: '', visibility: 'none', collection: '', ownerId: '', bytes: 0 };
  for await (const { part } of messages) {
    if (part?.$case === 'meta') Object.assign(upload, part.value);
    if (part?.$case === 'chunk') upload.bytes += part.value.length;
  }
  return { ...upload, key: `${upload.purpose}-${crypto.randomUUID()}` };
}
