import { codeOf } from '@tribus/kit/runtime/errors.ts';
import { type Kysely, sql } from 'kysely';
import { type Member, type Membership, toMembership } from './memberships.ts';
import type { Banner, Role, Status, TribesDb } from './tables.ts';

export interface StoredTribe {
  id: number;
  name: string;
  normalizedName: string;
  description: string;
  tags: string[];
  image: Banner | null;
  isPrivate: boolean;
  /** It is open and media knows it: its pictures are reached by their public addresses. */
  picturesPublic: boolean;
  requiresApproval: boolean;
  /** Active members. */
  membersCount: number;
  /** Empty for hominini, which is nobody's. */
  ownerId: string;
  createdAt: Date;
}

export type NewTribe = Omit<StoredTribe, 'id' | 'image' | 'picturesPublic' | 'membersCount' | 'ownerId'>;
export type TribeFacts = Pick<
  StoredTribe,
  'name' | 'normalizedName' | 'description' | 'tags' | 'isPrivate' | 'requiresApproval'
>;

/** A tribe, and where the one who looks at it stands in it. */
export interface TribeForViewer {
  tribe: StoredTribe;
  membership: Membership | null;
}

/** What media is told about the pictures of a tribe. */
export interface PrivacyOfTribe {
  id: number;
  isPrivate: boolean;
  version: number;
  bannerKey: string | undefined;
}

export interface DirectoryPage {
  /** What is looked for, as typed; empty for all. */
  q: string;
  offset: number;
  limit: number;
}

/** Tribes. */
export class Tribes {
  readonly #db: Kysely<TribesDb>;

  constructor(db: Kysely<TribesDb>) {
    this.#db = db;
  }

  /** Those whose name, description or tags hold `q`: the ones called so first, then the largest. */
  async directory(viewerId: string, { q, offset, limit }: DirectoryPage): Promise<TribeForViewer[]> {
    const rows = await this.#joined([viewerId])
      .where(holds(q))
      .$if(q !== '', (query) => query.orderBy(sql`name ILIKE ${pattern(q)}`, 'desc'))
      .orderBy('members_count', 'desc')
      .orderBy('tribes.id')
      .offset(offset)
      .limit(limit)
      .execute();
    return rows.map(toTribeForViewer);
  }

  async count(q: string): Promise<number> {
    const { total } = await this.#db
      .selectFrom('tribes')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where(holds(q))
      .executeTakeFirstOrThrow();
    return total;
  }

  /** Those among `ids` that exist. */
  async findForViewer(userId: string, ids: readonly number[]): Promise<TribeForViewer[]> {
    const rows = await this.#joined([userId]).where('tribes.id', '=', sql<number>`any(${ids}::integer[])`).execute();
    return rows.map(toTribeForViewer);
  }

  /** A tribe, and those of `userIds` who stand somewhere in it. */
  async withMembers(
    id: number,
    userIds: readonly string[],
  ): Promise<{ tribe: StoredTribe; members: Member[] } | undefined> {
    const rows = await this.#joined(userIds).where('tribes.id', '=', id).execute();
    const [first] = rows;
    return first && { tribe: tribeOf(first), members: rows.flatMap(memberOf) };
  }

  /** The tribes in which somebody stands so, by name. */
  async ofUser(userId: string, statuses: readonly string[]): Promise<(TribeForViewer & { membership: Membership })[]> {
    const rows = await this.#joined([userId])
      .where('members.status', '=', sql<Status>`any(${statuses})`)
      .orderBy('normalized_name')
      .execute();
    return rows.map(toTribeForViewer).flatMap(({ tribe, membership }) => (membership ? [{ tribe, membership }] : []));
  }

  /** What is taken of `name` and of what begins with it and a hyphen. */
  async takenNames(name: string): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('tribes')
      .select('normalized_name')
      .where((row) => row.or([row('normalized_name', '=', name), row('normalized_name', 'like', `${literal(name)}-%`)]))
      .execute();
    return new Set(rows.map((row) => row.normalized_name));
  }

  /** As seenBy; whoever else would change the tribe or its members waits until the transaction ends. */
  async lock(id: number, userId: string): Promise<TribeForViewer | undefined> {
    await this.#db.selectFrom('tribes').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    // A statement of its own: only so it sees what the one before it in the queue has committed.
    const [seen] = await this.findForViewer(userId, [id]);
    return seen;
  }

  /** Its id; undefined when another tribe has the name. */
  async add(tribe: NewTribe): Promise<number | undefined> {
    const row = await this.#db
      .insertInto('tribes')
      .values({ ...rowOf(tribe), image: null, created_at: tribe.createdAt })
      .onConflict((conflict) => conflict.column('normalized_name').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  /** False, and the transaction can only be rolled back, when another tribe has the name. */
  async change(id: number, facts: TribeFacts): Promise<boolean> {
    const privacyVersion = sql<number>`privacy_version + (is_private <> ${facts.isPrivate})::integer`;
    try {
      await this.#db
        .updateTable('tribes')
        .set({ ...rowOf(facts), privacy_version: privacyVersion })
        .where('id', '=', id)
        .execute();
      return true;
    } catch (error) {
      if (isTaken(error)) return false;
      throw error;
    }
  }

  /** Tribes of whose privacy media has not confirmed the newest version, from the id after `after` on. */
  async unconfirmedByMedia(after: number, limit: number): Promise<PrivacyOfTribe[]> {
    const rows = await this.#db
      .selectFrom('tribes')
      .select(['id', 'is_private', 'privacy_version', 'image'])
      .where(sql<boolean>`media_version < privacy_version`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, is_private: isPrivate, privacy_version: version, image }) => ({
      id,
      isPrivate,
      version,
      bannerKey: image?.key,
    }));
  }

  /** Media has confirmed this version. */
  async confirmedByMedia(id: number, version: number): Promise<void> {
    await this.#db
      .updateTable('tribes')
      .set({ media_version: version })
      .where('id', '=', id)
      .where('media_version', '<', version)
      .execute();
  }

  async setImage(id: number, image: Banner): Promise<void> {
    await this.#db.updateTable('tribes').set({ image }).where('id', '=', id).execute();
  }

  /** With its members and levels. */
  async delete(id: number): Promise<void> {
    await this.#db.deleteFrom('tribes').where('id', '=', id).execute();
  }

  #joined(userIds: readonly string[]) {
    return this.#db
      .selectFrom('tribes')
      .leftJoin('members', (join) =>
        join.onRef('members.tribe_id', '=', 'tribes.id').on('members.user_id', '=', sql<string>`any(${userIds})`),
      )
      .leftJoin('members as owner', (join) =>
        join.onRef('owner.tribe_id', '=', 'tribes.id').on('owner.role', '=', sql.lit('owner')),
      )
      .select(columns);
  }
}

const columns = [
  'tribes.id',
  'tribes.name',
  'tribes.normalized_name',
  'tribes.description',
  'tribes.tags',
  'tribes.image',
  'tribes.is_private',
  'tribes.requires_approval',
  'tribes.members_count',
  'tribes.created_at',
  sql<boolean>`NOT tribes.is_private AND tribes.media_version = tribes.privacy_version`.as('pictures_public'),
  'owner.user_id as owner_id',
  'members.user_id',
  'members.status',
  'members.role',
  'members.level_order',
  'members.since',
] as const;

/** A tribe with its owner and one member, or none. */
interface Row {
  id: number;
  name: string;
  normalized_name: string;
  description: string;
  tags: string[];
  image: Banner | null;
  is_private: boolean;
  requires_approval: boolean;
  members_count: number;
  created_at: Date;
  pictures_public: boolean;
  owner_id: string | null;
  user_id: string | null;
  status: Status | null;
  role: Role | null;
  level_order: number | null;
  since: Date | null;
}

const toTribeForViewer = (row: Row): TribeForViewer => ({ tribe: tribeOf(row), membership: toMembership(row) });

function memberOf(row: Row): Member[] {
  const membership = toMembership(row);
  return membership && row.user_id ? [{ userId: row.user_id, ...membership }] : [];
}

const tribeOf = (row: Row): StoredTribe => ({
  id: row.id,
  name: row.name,
  normalizedName: row.normalized_name,
  description: row.description,
  tags: row.tags,
  image: row.image,
  isPrivate: row.is_private,
  picturesPublic: row.pictures_public,
  requiresApproval: row.requires_approval,
  membersCount: row.members_count,
  ownerId: row.owner_id ?? '',
  createdAt: row.created_at,
});

const rowOf = ({ name, normalizedName, description, tags, isPrivate, requiresApproval }: TribeFacts) => ({
  name,
  normalized_name: normalizedName,
  description,
  tags,
  is_private: isPrivate,
  requires_approval: requiresApproval,
});

const holds = (q: string) =>
  q === ''
    ? sql<boolean>`true`
    : sql<boolean>`(name ILIKE ${pattern(q)} OR description ILIKE ${pattern(q)}
        OR EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag ILIKE ${pattern(q)}))`;

const pattern = (q: string): string => `%${literal(q)}%`;

/** Without the signs that mean something to LIKE. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const isTaken = (error: unknown): boolean => codeOf(error) === '23505';
