/** A user, everywhere or in one tribe. */
export interface TribeUser {
  userId: string;
  /** 0: in all tribes. */
  tribeId: number;
}

const everywhere = 0;

/** Users, each of them everywhere or in some tribes. */
export class TribeUserSet {
  readonly #byTribe: ReadonlyMap<number, ReadonlySet<string>>;

  constructor(users: readonly TribeUser[]) {
    const groups = Map.groupBy(users, ({ tribeId }) => tribeId);
    this.#byTribe = new Map([...groups].map(([id, among]) => [id, new Set(among.map(({ userId }) => userId))]));
  }

  get isEmpty(): boolean {
    return this.#byTribe.size === 0;
  }

  /** Users listed for all tribes. */
  get everywhere(): ReadonlySet<string> {
    return this.in(everywhere);
  }

  /** Users listed for this tribe only. */
  in(tribeId: number): ReadonlySet<string> {
    return this.#byTribe.get(tribeId) ?? noUserIds;
  }

  /** Only these users, where they are listed. */
  among(userIds: ReadonlySet<string>): TribeUserSet {
    const listed = [...this.#byTribe].flatMap(([tribeId, users]) =>
      [...userIds].filter((id) => users.has(id)).map((userId) => ({ userId, tribeId })),
    );
    return new TribeUserSet(listed);
  }

  /** All users listed anywhere. */
  get all(): string[] {
    return [...this.#byTribe.values()].flatMap((users) => [...users]);
  }

  /** Whether a user is listed anywhere. */
  names(userId: string): boolean {
    return [...this.#byTribe.values()].some((users) => users.has(userId));
  }
}

const noUserIds: ReadonlySet<string> = new Set();

/** The empty set, as for visitors. */
export const noUsers = new TribeUserSet([]);
