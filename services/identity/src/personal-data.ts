import { unlessDeleted } from '@tribus/community/deleted-subjects.ts';
import { type PersonalPage, personalPageSize, readPersonalPage } from '@tribus/community/personal-data.ts';
import { tribeNameFor } from '@tribus/community/tribe-name.ts';
import { userActor } from '@tribus/kit/core/actor.ts';
import type { ReadObjectResponse, StoredObject } from '@tribus/proto/media/v1/service.ts';
import type { Deps } from './deps.ts';
import { listFollowing } from './follows.ts';

export type PersonalDataDeps = Pick<
  Deps,
  'ctx' | 'store' | 'presenter' | 'cursors' | 'tribes' | 'content' | 'vibes' | 'messaging' | 'gamification' | 'media'
>;

/** Reads a user's records in one area, page by page, each record a JSON object. */
type ReadArea = (deps: PersonalDataDeps, userId: string, cursor: string) => Promise<JsonPage>;

interface JsonPage {
  records: readonly string[];
  next: string;
}

/** Long timeout, because pages are read from stores under load and a timeout restarts the export. */
const pageTimeoutMs = 10_000;
const withPageTimeout = { timeoutMs: pageTimeoutMs };

/** An area stored in identity. */
const own =
  (read: (deps: PersonalDataDeps, userId: string, cursor: string) => Promise<PersonalPage>): ReadArea =>
  async (deps, userId, cursor) => {
    const { records, next } = await read(deps, userId, cursor);
    return { records: records.map((record) => JSON.stringify(record)), next };
  };

const whole = (read: (deps: PersonalDataDeps, userId: string) => Promise<readonly object[]>): ReadArea =>
  own(async (deps, userId) => ({ records: await read(deps, userId), next: '' }));

/** An area stored in a peer, under its name there. */
const of =
  (peer: 'tribes' | 'content' | 'vibes' | 'messaging' | 'gamification', area: string): ReadArea =>
  async (deps, userId, cursor) => {
    const { records, nextCursor } = await deps[peer].exportPersonalData({ userId, area, cursor }, withPageTimeout);
    return { records, next: nextCursor };
  };

const idOf = ({ id }: { id: string }) => id;
const unchanged = (row: object) => row;

async function account({ store: { ownData } }: PersonalDataDeps, userId: string): Promise<object[]> {
  const [row, signInsWithGoogle, secondFactors, passkeys, emailChanges] = await Promise.all([
    ownData.account(userId),
    ownData.googleIdentities(userId),
    ownData.secondFactors(userId),
    ownData.passkeys(userId),
    ownData.emailChanges(userId),
  ]);
  if (!row) return [];
  const { photos, avatarKey, ...facts } = row;
  const pictures = { avatar: avatarKey, photos: photos.map(({ key }) => key) };
  return [{ ...facts, ...pictures, signInsWithGoogle, secondFactors, passkeys, emailChanges }];
}

async function tribes({ tribes: peer }: PersonalDataDeps, userId: string): Promise<object[]> {
  const statuses = ['active', 'pending', 'rejected'] as const;
  const { memberships } = await peer.listMemberships({ userId, statuses: [...statuses] }, withPageTimeout);
  return memberships.map(({ tribe, membership }) => ({
    tribeId: tribe?.id,
    name: tribe && membership && tribeNameFor(userActor(userId), { tribe, status: membership.status }),
    status: membership?.status,
    role: membership?.role,
    level: membership?.levelOrder,
    joinedAt: membership?.joinedAt || null,
  }));
}

async function following(deps: PersonalDataDeps, userId: string, cursor: string): Promise<PersonalPage> {
  const page = { limit: personalPageSize, ...(cursor !== '' && { cursor }) };
  const { users, nextCursor } = await listFollowing(deps, userActor(userId), page);
  return {
    records: users.map(({ id, name, createdAt }) => ({ id, name, followedSince: createdAt })),
    next: nextCursor ?? '',
  };
}

async function contactMessages({ store }: PersonalDataDeps, userId: string, cursor: string): Promise<PersonalPage> {
  const row = await store.ownData.account(userId);
  // Messages of visitors from an unverified address may be another person's.
  const email = row?.emailVerifiedAt ? row.email : null;
  const read = (limit: number, after: string) => store.ownData.contactMessages({ userId, email }, limit, after);
  return readPersonalPage(cursor, read, idOf, unchanged);
}

/** All areas by file name; the README of the archive describes each. */
export const personalAreas = {
  account: whole(account),
  sessions: whole(({ store }, userId) => store.ownData.sessions(userId)),
  'sign-ins': own(({ store }, userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => store.ownData.signIns(userId, limit, after),
      idOf,
      ({ id: _id, ...entry }) => entry,
    ),
  ),
  following: own(following),
  followers: own(({ store }, userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => store.follows.followerIds(userId, limit, { afterId: after || undefined }),
      String,
      (id) => ({ id }),
    ),
  ),
  'followed-labels': whole(async ({ store }, userId) =>
    (await store.followedLabels.ofUsers([userId])).map(({ kind, value, createdAt }) => ({
      kind,
      value,
      followedSince: createdAt,
    })),
  ),
  'dismissed-suggestions': whole(async ({ store }, userId) =>
    (await store.dismissedSuggestions.ofUser(userId)).map(({ kind, value, dismissedAt }) => ({
      kind,
      what: value,
      dismissedAt,
    })),
  ),
  blocks: own(({ store, presenter }, userId, cursor) =>
    readPersonalPage(
      cursor,
      (limit, after) => store.ownData.blocks(userId, limit, after),
      idOf,
      ({ blockedId, tribeId, createdAt }) => ({
        // Hidden members stay pseudonymous in the export.
        id: tribeId === 0 ? blockedId : presenter.pseudonyms.of({ id: userId }, blockedId, tribeId),
        tribeId: tribeId || null,
        blockedSince: createdAt,
      }),
    ),
  ),
  mutes: whole(async ({ store, presenter }, userId) =>
    (await store.mutes.ofUsers([userId])).map(({ kind, value, shown, mutedUserId, tribeId, createdAt }) => {
      const hidden = mutedUserId && tribeId !== 0 && presenter.pseudonyms.of({ id: userId }, mutedUserId, tribeId);
      return { kind, what: hidden || shown || value, tribeId: tribeId || null, mutedSince: createdAt };
    }),
  ),
  tasks: whole(({ store }, userId) => store.tasks.ofUser(userId)),
  sanctions: whole(({ store }, userId) => store.ownData.sanctions(userId)),
  'contact-messages': own(contactMessages),
  actions: own(({ store }, userId, cursor) =>
    readPersonalPage(cursor, (limit, after) => store.ownData.actions(userId, limit, after), idOf, unchanged),
  ),
  tribes: whole(tribes),
  submissions: of('tribes', 'submissions'),
  'quiz-attempts': of('tribes', 'quiz_attempts'),
  'level-ups': of('tribes', 'level_ups'),
  'tribe-stays': of('tribes', 'stays'),
  'tribe-answers': of('tribes', 'answers'),
  'tribe-bans': of('tribes', 'bans'),
  'tribe-restrictions': of('tribes', 'restrictions'),
  'tribe-invites': of('tribes', 'invites'),
  'tribe-arrivals': of('tribes', 'arrivals'),
  'tribe-notes': of('tribes', 'notes'),
  'ownership-offers': of('tribes', 'ownership_offers'),
  posts: of('content', 'posts'),
  'post-versions': of('content', 'post_versions'),
  'tribe-media': of('content', 'tribe_media'),
  comments: of('content', 'comments'),
  reactions: of('content', 'reactions'),
  'active-days': of('content', 'active_days'),
  views: of('content', 'views'),
  'vibe-reactions': of('vibes', 'vibe_reactions'),
  conversations: of('messaging', 'conversations'),
  messages: of('messaging', 'messages'),
  'chat-messages': of('messaging', 'chat_messages'),
  'chat-likes': of('messaging', 'chat_likes'),
  'chat-dislikes': of('messaging', 'chat_dislikes'),
  reports: of('content', 'reports'),
  decisions: of('content', 'decisions'),
  'case-notes': of('content', 'case_notes'),
  notifications: of('messaging', 'notifications'),
  points: of('gamification', 'points'),
  'points-history': of('gamification', 'points_history'),
} as const satisfies Readonly<Record<string, ReadArea>>;

export type PersonalArea = keyof typeof personalAreas;
export const personalAreaNames = Object.keys(personalAreas) as PersonalArea[];

/** Yields the records of one area, a page at a time. */
export async function* readArea(
  deps: PersonalDataDeps,
  name: PersonalArea,
  userId: string,
): AsyncGenerator<readonly string[]> {
  let cursor = '';
  do {
    const { records, next } = await personalAreas[name](deps, userId, cursor);
    yield records;
    cursor = next;
  } while (cursor !== '');
}

/** Returns the pictures that a user uploaded, without their smaller sizes. */
export async function listPictures({ media }: Pick<Deps, 'media'>, ownerId: string): Promise<StoredObject[]> {
  const pictures: StoredObject[] = [];
  let cursor = '';
  do {
    const { objects, nextCursor } = await media.listOwnedObjects({ ownerId, cursor }, withPageTimeout);
    pictures.push(...objects);
    cursor = nextCursor;
  } while (cursor !== '');
  return pictures;
}

/** Streams a picture in chunks; undefined when it was deleted since it was listed. */
export async function openPicture(
  { media }: Pick<Deps, 'media'>,
  key: string,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const read = (offset: number) => media.readObject({ key, offset }, withPageTimeout);
  const first = await unlessDeleted(read(0), undefined);
  return first && partsFrom(first, read);
}

async function* partsFrom(
  first: ReadObjectResponse,
  read: (offset: number) => Promise<ReadObjectResponse>,
): AsyncGenerator<Uint8Array> {
  let part = first;
  for (let offset = 0; ; part = await read(offset)) {
    if (part.sizeBytes !== first.sizeBytes) throw new Error('a file has changed while it was read');
    offset += part.chunk.length;
    yield part.chunk;
    if (part.chunk.length === 0 || offset >= part.sizeBytes) return;
  }
}
