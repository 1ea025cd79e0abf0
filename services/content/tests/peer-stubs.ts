import type { Handlers } from '@tribus/kit/grpc/server.ts';
import type { Actor } from '@tribus/kit/runtime/actor.ts';
import { type AppError, fail } from '@tribus/kit/runtime/errors.ts';
import { type IdentityServiceService, User } from '@tribus/proto/identity/v1/service.ts';
import { type MediaServiceService, StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { Visibility } from '@tribus/proto/media/v1/types.ts';
import { Membership, Tribe, type TribesServiceService } from '@tribus/proto/tribes/v1/service.ts';

const unasked = async () => {
  throw new Error('not asked by content');
};

/** Everybody there is; `gone-…` has left for good. */
export const identityHandlers: Handlers<IdentityServiceService> = {
  getUsers: async ({ ids }) => ({
    users: ids.map((id) =>
      User.fromPartial(
        id.startsWith('gone')
          ? { id, isDeleted: true }
          : {
              id,
              name: `Nombre de ${id}`,
              email: `${id}@tribus.test`,
              avatarUrl: `/api/proxy-media?key=retrato-${id}`,
            },
      ),
    ),
  }),
  resolveSessions: unasked,
  listFollowers: unasked,
  getSite: unasked,
  setAgent: unasked,
};

/** Tribes and memberships as the test lays them out. */
export class TribesStub {
  readonly #tribes = new Map<number, Tribe>();
  readonly #memberships = new Map<string, Membership>();

  add(tribe: Partial<Tribe> & { id: number }): void {
    this.#tribes.set(
      tribe.id,
      Tribe.fromPartial({ name: `Tribu ${tribe.id}`, picturesPublic: !tribe.isPrivate, ...tribe }),
    );
  }

  membership(tribeId: number, { id: userId }: Actor, place: Partial<Membership> = {}): void {
    const usual = { tribeId, userId, status: 'active', role: 'member', levelOrder: 1 } as const;
    this.#memberships.set(`${tribeId}:${userId}`, Membership.fromPartial({ ...usual, ...place }));
  }

  unseat(tribeId: number, { id }: Actor): void {
    this.#memberships.delete(`${tribeId}:${id}`);
  }

  #standingOf(tribeId: number, userId: string): Membership {
    const none = Membership.fromPartial({ tribeId, userId, status: 'none' });
    return this.#memberships.get(`${tribeId}:${userId}`) ?? none;
  }

  get handlers(): Handlers<TribesServiceService> {
    return {
      getMembershipsInTribe: async ({ tribeId, userIds }) => {
        const tribe = this.#tribes.get(tribeId);
        if (!tribe) throw fail('not_found');
        return { tribe, memberships: userIds.map((userId) => this.#standingOf(tribeId, userId)) };
      },
      getMemberships: async ({ userId, tribeIds }) => {
        const tribes = tribeIds.flatMap((id) => this.#tribes.get(id) ?? []);
        return { tribes, memberships: tribes.map(({ id }) => this.#standingOf(id, userId)) };
      },
      getTribes: unasked,
      listMemberships: unasked,
      listMemberIds: unasked,
      ensureHomininiMember: unasked,
    };
  }
}

/** What was said of who may see a picture, or all of a collection. */
interface Upload {
  key: string;
  visibility: Visibility;
  collection: string;
  ownerId: string;
  bytes: number;
}

interface Said {
  visibility: Visibility;
  version: number;
  collection: string;
}

/** Media that takes everything, or what it is told to do instead, and keeps a record. */
export class MediaStub {
  /** Thrown instead of taking the next file. */
  refusal: AppError | undefined;
  /** What happens while the next file is taken. */
  meanwhile: (() => Promise<void>) | undefined;
  readonly uploads: Upload[] = [];
  readonly kept: string[] = [];
  /** How often it will still refuse to keep anything. */
  keepingRefused = 0;
  readonly deleted: string[] = [];
  /** The newest that was said of each picture and each collection. */
  readonly visibilities = new Map<string, Said>();
  /** Thrown instead of noting it. */
  deaf: AppError | undefined;
  /** Pictures and collections of which it takes no word. */
  readonly refused = new Set<string>();

  /** What somebody brought and nobody has deleted. */
  left({ id }: Actor): string[] {
    const brought = this.uploads.filter(({ ownerId }) => ownerId === id).map(({ key }) => key);
    return brought.filter((key) => !this.deleted.includes(key));
  }

  #note(name: string, said: Said): void {
    if (this.deaf) throw this.deaf;
    if (this.refused.has(name)) throw fail('invalid_input');
    if (said.version > (this.visibilities.get(name)?.version ?? 0)) this.visibilities.set(name, said);
  }

  get handlers(): Handlers<MediaServiceService> {
    return {
      upload: async (messages) => {
        const key = `post/${crypto.randomUUID()}`;
        const upload: Upload = { key, visibility: 'none', collection: '', ownerId: '', bytes: 0 };
        for await (const { part } of messages) {
          if (part?.$case === 'meta') Object.assign(upload, part.value);
          if (part?.$case === 'chunk') upload.bytes += part.value.length;
        }
        if (this.refusal) throw this.refusal;
        await this.meanwhile?.();
        this.uploads.push(upload);
        const { visibility } = upload;
        const sizes = [
          ['square', 320],
          ['medium', 800],
        ] as const;
        return {
          object: StoredObject.fromPartial({
            key,
            visibility,
            width: 1_600,
            height: 900,
            lqip: 'data:image/webp;base64,AA',
            rotated: upload.bytes % 2 === 1,
            variants: sizes.map(([name, width]) => ({
              name,
              key: `${key}.${name}`,
              width,
              height: width,
            })),
          }),
        };
      },
      keepObjects: async ({ keys }) => {
        if (this.keepingRefused > 0) {
          this.keepingRefused -= 1;
          throw fail('timeout');
        }
        this.kept.push(...keys);
        return {};
      },
      setObjectVisibility: async ({ keys, ...said }) => {
        for (const key of keys) this.#note(key, said);
        return {};
      },
      setCollectionVisibility: async (said) => {
        this.#note(said.collection, said);
        return {};
      },
      deleteObjects: async ({ keys }) => {
        this.deleted.push(...keys);
        return {};
      },
      getObjects: unasked,
    };
  }
}
