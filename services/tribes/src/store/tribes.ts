import { codeOf } from '@tribus/kit/runtime/errors.ts';
import type { MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
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
      .orderBy('membersCount', 'desc')
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
  async ofUser(
    userId: string,
    statuses: readonly MembershipStatus[],
  ): Promise<(TribeForViewer & { membership: Membership })[]> {
    const rows = await this.#joined([userId])
      .where('members.status', '=', sql<Status>`any(${statuses})`)
      .orderBy('normalizedName')
      .execute();
    return rows.map(toTribeForViewer).flatMap(({ tribe, membership }) => (membership ? [{ tribe, membership }] : []));
  }

  /** What is taken of `name` and of what begins with it and a hyphen. */
  async takenNames(name: string): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('tribes')
      .select('normalizedName')
      .where((row) => row.or([row('normalizedName', '=', name), row('normalizedName', 'like', `${literal(name)}-%`)]))
      .execute();
    return new Set(rows.map((row) => row.normalizedName));
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
      .values({ ...rowOf(tribe), image: null, createdAt: tribe.createdAt })
      .onConflict((conflict) => conflict.column('normalizedName').doNothing())
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
        .set({ ...rowOf(facts), privacyVersion })
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
      .select(['id', 'isPrivate', 'privacyVersion', 'image'])
      .where(sql<boolean>`media_version < privacy_version`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ id, isPrivate, privacyVersion: version, image }) => ({
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
      .set({ mediaVersion: version })
      .where('id', '=', id)
      .where('mediaVersion', '<', version)
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
        join.onRef('members.tribeId', '=', 'tribes.id').on('members.userId', '=', sql<string>`any(${userIds})`),
      )
      .leftJoin('members as owner', (join) =>
        join.onRef('owner.tribeId', '=', 'tribes.id').on('owner.role', '=', sql.lit('owner')),
      )
      .select(columns);
  }
}

const columns = [
  'tribes.id',
  'tribes.name',
  'tribes.normalizedName',
  'tribes.description',
  'tribes.tags',
  'tribes.image',
  'tribes.isPrivate',
  'tribes.requiresApproval',
  'tribes.membersCount',
  'tribes.createdAt',
  sql<boolean>`NOT tribes.is_private AND tribes.media_version = tribes.privacy_version`.as('picturesPublic'),
  'owner.userId as ownerId',
  'members.userId',
  'members.status',
  'members.role',
  'members.levelOrder',
  'members.since',
] as const;

/** A tribe with its owner and one member, or none. */
interface Row {
  id: number;
  name: string;
  normalizedName: string;
  description: string;
  tags: string[];
  image: Banner | null;
  isPrivate: boolean;
  requiresApproval: boolean;
  membersCount: number;
  createdAt: Date;
  picturesPublic: boolean;
  ownerId: string | null;
  userId: string | null;
  status: Status | null;
  role: Role | null;
  levelOrder: number | null;
  since: Date | null;
}

const toTribeForViewer = (row: Row): TribeForViewer => ({ tribe: tribeOf(row), membership: toMembership(row) });

function memberOf(row: Row): Member[] {
  const membership = toMembership(row);
  return membership && row.userId ? [{ userId: row.userId, ...membership }] : [];
}

const tribeOf = (row: Row): StoredTribe => ({
  id: row.id,
  name: row.name,
  normalizedName: row.normalizedName,
  description: row.description,
  tags: row.tags,
  image: row.image,
  isPrivate: row.isPrivate,
  picturesPublic: row.picturesPublic,
  requiresApproval: row.requiresApproval,
  membersCount: row.membersCount,
  ownerId: row.ownerId ?? '',
  createdAt: row.createdAt,
});

const rowOf = ({ name, normalizedName, description, tags, isPrivate, requiresApproval }: TribeFacts) => ({
  name,
  normalizedName,
  description,
  tags,
  isPrivate,
  requiresApproval,
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
