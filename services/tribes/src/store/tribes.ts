import type { Clock } from '@tribus/kit/core/clock.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { containing } from '@tribus/kit/postgres/like.ts';
import type { MembershipStatus } from '@tribus/proto/tribes/v1/types.ts';
import { type InferResult, type Kysely, type Selectable, sql } from 'kysely';
import { type Member, type Membership, toMembership } from './memberships.ts';
import type { Banner, Status, TribesDb } from './tables.ts';

export type StoredTribe = Omit<Selectable<TribesDb['tribes']>, 'privacyVersion' | 'mediaVersion' | 'keptBanner'> & {
  /** The tribe is public and media has confirmed it: its pictures have public URLs. */
  picturesPublic: boolean;
  levelsCount: number;
  /** Empty for hominini, which has no owner. */
  ownerId: string;
};

/** The editable fields of a tribe. */
export type TribeDetails = Pick<
  StoredTribe,
  | 'name'
  | 'normalizedName'
  | 'description'
  | 'tags'
  | 'isPrivate'
  | 'requiresApproval'
  | 'isInvisible'
  | 'rules'
  | 'questions'
>;
export type NewTribe = TribeDetails & Pick<StoredTribe, 'createdAt'>;

/** A tribe with the viewer's membership of it. */
export interface TribeForViewer {
  tribe: StoredTribe;
  membership: Membership | null;
  /** The end of the viewer's restriction to reading; null for none. */
  restrictedUntil: Date | null;
}

/** A user's membership, with the end of their restriction. */
export type MemberInTribe = Member & Pick<TribeForViewer, 'restrictedUntil'>;

/** The viewer of the directory: an invisible tribe is listed for its members, and for viewers who see all. */
export interface DirectoryViewer {
  id: string;
  seesAll: boolean;
}

/** The privacy of a tribe's pictures, as sent to media. */
export interface PrivacyOfTribe {
  id: number;
  isPrivate: boolean;
  version: number;
  bannerKey: string | undefined;
}

export interface DirectoryPage {
  /** The search as typed; empty for all tribes. */
  q: string;
  offset: number;
  limit: number;
}

export class Tribes {
  readonly #db: Kysely<TribesDb>;
  readonly #clock: Clock;

  constructor(db: Kysely<TribesDb>, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  #joined(userIds: readonly string[]) {
    return joined(this.#db, userIds, this.#clock.now());
  }

  /** Returns tribes whose name, description or tags contain `q`: matches of the name first, then by size. */
  async search(viewer: DirectoryViewer, { q, offset, limit }: DirectoryPage): Promise<TribeForViewer[]> {
    const rows = await this.#joined([viewer.id])
      .where(matches(q))
      .where(isListedFor(viewer))
      .$if(q !== '', (query) => query.orderBy(sql`name ILIKE ${containing(q)}`, 'desc'))
      .orderBy('membersCount', 'desc')
      .orderBy('tribes.id')
      .offset(offset)
      .limit(limit)
      .execute();
    return rows.map(toTribeForViewer);
  }

  async count(viewer: DirectoryViewer, q: string): Promise<number> {
    const { total } = await this.#db
      .selectFrom('tribes')
      .select((row) => row.fn.countAll<number>().as('total'))
      .where(matches(q))
      .where(isListedFor(viewer))
      .executeTakeFirstOrThrow();
    return total;
  }

  /** Returns the existing tribes among `ids`. */
  async findForViewer(userId: string, ids: readonly number[]): Promise<TribeForViewer[]> {
    const rows = await this.#joined([userId]).where('tribes.id', '=', sql<number>`any(${ids}::integer[])`).execute();
    return rows.map(toTribeForViewer);
  }

  /** Returns a tribe with the memberships of `userIds`. */
  async findWithMembers(
    id: number,
    userIds: readonly string[],
  ): Promise<{ tribe: StoredTribe; members: MemberInTribe[] } | undefined> {
    const rows = await this.#joined(userIds).where('tribes.id', '=', id).execute();
    const [first] = rows;
    return first && { tribe: toTribeForViewer(first).tribe, members: rows.flatMap(toMember) };
  }

  /** Returns the tribes in which the user has a membership of these states, by name. */
  async listByUser(
    userId: string,
    statuses: readonly MembershipStatus[],
  ): Promise<(TribeForViewer & { membership: Membership })[]> {
    const rows = await this.#joined([userId])
      .where('members.status', '=', sql<Status>`any(${statuses})`)
      .orderBy('normalizedName')
      .execute();
    return rows
      .map(toTribeForViewer)
      .flatMap(({ membership, ...found }) => (membership ? [{ ...found, membership }] : []));
  }

  /** Returns those of these normalised names that exist. */
  async findTakenNames(names: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('tribes')
      .select('normalizedName')
      .where('normalizedName', 'in', names)
      .execute();
    return new Set(rows.map((row) => row.normalizedName));
  }

  /**
   * As `findForViewer`, and locks the tribe: concurrent changes of the tribe or its members wait for the transaction to
   * end.
   */
  async lock(id: number, userId: string): Promise<TribeForViewer | undefined> {
    await this.#db.selectFrom('tribes').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    // A separate statement, because only a new snapshot includes the commit of the previous lock owner.
    const [found] = await this.findForViewer(userId, [id]);
    return found;
  }

  /** Returns the new id; undefined when another tribe has the name. */
  async insert(tribe: NewTribe): Promise<number | undefined> {
    const row = await this.#db
      .insertInto('tribes')
      .values({ ...tribe, questions: JSON.stringify(tribe.questions), image: null })
      .onConflict((conflict) => conflict.column('normalizedName').doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  /** Returns false when another tribe has the name; the transaction must then be rolled back. */
  async update(id: number, { questions, ...details }: TribeDetails): Promise<boolean> {
    const privacyVersion = sql<number>`privacy_version + (is_private <> ${details.isPrivate})::integer`;
    try {
      await this.#db
        .updateTable('tribes')
        .set({ ...details, questions: JSON.stringify(questions), privacyVersion })
        .where('id', '=', id)
        .execute();
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Returns tribes, after the id `after`, whose newest privacy version media has not confirmed. */
  async listUnconfirmedByMedia(after: number, limit: number): Promise<PrivacyOfTribe[]> {
    const rows = await this.#db
      .selectFrom('tribes')
      .select(['id', 'isPrivate', 'privacyVersion as version', 'image'])
      .where(sql<boolean>`media_version < privacy_version`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ image, ...tribe }) => ({ ...tribe, bannerKey: image?.key }));
  }

  /** Records that media has confirmed this version. */
  async markConfirmedByMedia(id: number, version: number): Promise<void> {
    await this.#db
      .updateTable('tribes')
      .set({ mediaVersion: version })
      .where('id', '=', id)
      .where('mediaVersion', '<', version)
      .execute();
  }

  async setImage(id: number, image: Banner | null): Promise<void> {
    await this.#db.updateTable('tribes').set({ image }).where('id', '=', id).execute();
  }

  /**
   * Deletes the tribe with its levels and their challenges. Other rows remain as hidden orphans (`store/orphans.ts`).
   */
  async delete(id: number): Promise<void> {
    await this.#db.deleteFrom('tribes').where('id', '=', id).execute();
  }
}

/** Tribes with their owner and the memberships of `userIds`: one row each, or one without a membership. */
const joined = (db: Kysely<TribesDb>, userIds: readonly string[], now: Date) =>
  db
    .selectFrom('tribes')
    .leftJoin('members', (join) =>
      join.onRef('members.tribeId', '=', 'tribes.id').on('members.userId', '=', sql<string>`any(${userIds})`),
    )
    .leftJoin('members as owner', (join) =>
      join.onRef('owner.tribeId', '=', 'tribes.id').on('owner.role', '=', sql.lit('owner')),
    )
    .leftJoin('restrictions', (join) =>
      join
        .onRef('restrictions.tribeId', '=', 'members.tribeId')
        .onRef('restrictions.userId', '=', 'members.userId')
        .on('restrictions.endsAt', '>', now),
    )
    .select([
      'tribes.id',
      'tribes.name',
      'tribes.normalizedName',
      'tribes.description',
      'tribes.tags',
      'tribes.image',
      'tribes.isPrivate',
      'tribes.requiresApproval',
      'tribes.isInvisible',
      'tribes.rules',
      'tribes.questions',
      'tribes.membersCount',
      'tribes.createdAt',
      sql<boolean>`NOT tribes.is_private AND tribes.media_version = tribes.privacy_version`.as('picturesPublic'),
      // Orders have no gaps, so the highest one is their number.
      sql<number>`coalesce((SELECT max(level_order) FROM levels WHERE levels.tribe_id = tribes.id), 0)`.as(
        'levelsCount',
      ),
      'owner.userId as ownerId',
      'members.userId',
      'members.status',
      'members.role',
      'members.levelOrder',
      'members.since',
      'restrictions.endsAt as restrictedUntil',
    ]);

type Row = InferResult<ReturnType<typeof joined>>[number];

function toTribeForViewer(row: Row): TribeForViewer {
  const { userId, status, role, levelOrder, since, restrictedUntil, ownerId, ...tribe } = row;
  return {
    restrictedUntil,
    tribe: { ...tribe, ownerId: ownerId ?? '' },
    membership: toMembership({ status, role, levelOrder, since }),
  };
}

function toMember(row: Row): MemberInTribe[] {
  const membership = toMembership(row);
  return membership && row.userId ? [{ userId: row.userId, ...membership, restrictedUntil: row.restrictedUntil }] : [];
}

const matches = (q: string) =>
  q === ''
    ? sql<boolean>`true`
    : sql<boolean>`(name ILIKE ${containing(q)} OR description ILIKE ${containing(q)}
        OR EXISTS (SELECT FROM unnest(tags) AS tag WHERE tag ILIKE ${containing(q)}))`;

/** Whether the directory lists a tribe to the viewer. */
export const isListedFor = ({ id, seesAll }: DirectoryViewer) =>
  seesAll
    ? sql<boolean>`true`
    : sql<boolean>`(NOT tribes.is_invisible OR EXISTS (
        SELECT FROM members AS own WHERE own.tribe_id = tribes.id AND own.user_id = ${id} AND own.status = 'active'))`;

const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';
