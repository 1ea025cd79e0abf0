import type { Actor } from '@tribus/kit/core/actor.ts';
import { type AppError, fail } from '@tribus/kit/core/errors.ts';
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

/** Who may see a picture, or all of a collection. */
interface KnownVisibility {
  visibility: Visibility;
  version: number;
  collection: string;
}

/** Media that takes everything, or does what a test says instead, and keeps a record. */
export class MediaStub implements PeerStub<MediaServiceService> {
  readonly definition = MediaServiceService;
  /** Thrown instead of taking the next file. */
  refusal: AppError | undefined;
  /** What happens while the next file is taken. */
  meanwhile: (() => Promise<void>) | undefined;
  /** What it says the next file is; a video or a document has neither sizes nor dimensions. */
  contentType = 'image/webp';
  readonly uploads: Upload[] = [];
  readonly kept: string[] = [];
  /** What it has no object of any more, and how often it was to keep it. */
  readonly swept = new Map<string, number>();
  /** How often it will still refuse to keep anything. */
  keepingRefused = 0;
  readonly deleted: string[] = [];
  /** The archives of each user, as they were sent. */
  readonly archives = new Map<string, Uint8Array>();
  /** Pictures of each user, which can be listed and read. */
  readonly pictures = new Map<string, ReadonlyMap<string, Uint8Array>>();
  /** Pictures that are listed and were deleted when they are read. */
  readonly deletedSinceListed = new Set<string>();
  /** The newest of each picture and each collection. */
  readonly visibilities = new Map<string, KnownVisibility>();
  /** Thrown instead of taking a visibility. */
  visibilityRefusal: AppError | undefined;
  /** Pictures and collections whose visibility it does not take. */
  readonly refusedVisibilities = new Set<string>();

  /** What somebody uploaded and nobody has deleted. */
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
    keepObjects: async ({ keys }) => {
      if (this.keepingRefused > 0) {
        this.keepingRefused -= 1;
        throw fail('timeout');
      }
      const missingKeys = keys.filter((key) => this.swept.has(key));
      for (const key of missingKeys) this.swept.set(key, (this.swept.get(key) ?? 0) + 1);
      this.kept.push(...keys.filter((key) => !this.swept.has(key)));
      return { missingKeys };
    },
    setObjectVisibility: async ({ keys, ...known }) => {
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
