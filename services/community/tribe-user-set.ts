/** A user, everywhere or in one tribe. */
export interface TribeUser {
  userId: string;
  /** 0: everywhere. */
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

  /** Those who are meant everywhere. */
  get everywhere(): ReadonlySet<string> {
    return this.in(everywhere);
  }

  /** Those who are meant in this tribe alone. */
  in(tribeId: number): ReadonlySet<string> {
    return this.#byTribe.get(tribeId) ?? nobody;
  }

  /** Everybody who is meant anywhere. */
  get all(): string[] {
    return [...this.#byTribe.values()].flatMap((users) => [...users]);
  }

  /** Whether a user is meant anywhere. */
  names(userId: string): boolean {
    return [...this.#byTribe.values()].some((users) => users.has(userId));
  }
}

const nobody: ReadonlySet<string> = new Set();

/** No users at all: whoever is nobody's block or mute, as for visitors. */
export const noUsers = new TribeUserSet([]);
