import { homininiId } from '@tribus/community/limits.ts';
import { ApiClient, ApiError } from './api-client.ts';
import {
  agent,
  demoPassword,
  type Handle,
  type Member,
  members,
  people,
  type Registered,
  type SanctionedMember,
  sanctioned,
} from './people.ts';
import type { ProgressLog } from './progress-log.ts';
import type { TribeKey } from './tribes.ts';

export interface Account {
  email: string;
  password: string;
}

interface Person {
  id: string;
  api: ApiClient;
}

interface SignedIn {
  token: string;
  user: { id: string };
}

/** Timeout for the membership of hominini, the public tribe that the tribes service creates. */
const timeoutMs = 30_000;
const pauseMs = 30;

/** API clients of the demo's people, and the ids created so far, by the story's names. */
export class DemoClients {
  readonly #visitor: ApiClient;
  readonly #url: string;
  readonly #persons = new Map<Handle | Registered, Person>();
  readonly #progressLog: ProgressLog;
  readonly #tribes: Map<TribeKey, number>;
  readonly #created: Map<string, string>;

  constructor(url: string, progressLog: ProgressLog) {
    this.#url = url;
    this.#visitor = new ApiClient(url);
    this.#progressLog = progressLog;
    this.#tribes = new Map([['hominini', homininiId], ...progressLog.tribes()]);
    this.#created = new Map(progressLog.made());
  }

  person(handle: Handle | Registered): Person {
    return known(this.#persons, handle);
  }

  tribe(key: TribeKey): number {
    return known(this.#tribes, key);
  }

  addTribe(key: TribeKey, id: number): void {
    this.#tribes.set(key, id);
    this.#progressLog.write({ tribe: key, id });
  }

  /** Returns the id of a post, comment or message. */
  created(name: string): string {
    return known(this.#created, name);
  }

  add(name: string, id: string): void {
    this.#created.set(name, id);
    this.#progressLog.write({ made: name, id });
  }

  async signInAdmin(admin: Account): Promise<void> {
    this.#logIn('admin', await this.#visitor.post<SignedIn>('auth/login', admin, 'login'));
    await this.#awaitHomininiMembership('admin');
  }

  /** Registers a person, or signs them in when they are registered; resolves once they are a member of hominini. */
  async register(handle: Registered): Promise<void> {
    const account = accountOf(handle);
    this.#logIn(handle, await this.#registerOrLogin(account, handle));
    await this.person(handle).api.post('auth/me/welcome', {}, 'welcome');
    await this.#awaitHomininiMembership(handle);
  }

  /** Returns a client without an account, or for a member's other device. */
  visitor(userAgent: string): ApiClient {
    return new ApiClient(this.#url, undefined, userAgent);
  }

  async #registerOrLogin(account: Account, handle: Registered): Promise<SignedIn> {
    try {
      return await this.#visitor.post<SignedIn>('auth/register', account, `register:${handle}`);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      return this.#visitor.post<SignedIn>('auth/login', account, 'login');
    }
  }

  #logIn(handle: Handle | Registered, { token, user }: SignedIn): void {
    this.#persons.set(handle, { id: user.id, api: new ApiClient(this.#url, token) });
  }

  /** Membership of hominini follows the registration by an event. */
  async #awaitHomininiMembership(handle: Handle | Registered): Promise<void> {
    const { api } = this.person(handle);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const { items } = await api.get<{ items: { tribeId: number; status: string }[] }>('tribes/@me/memberships');
      if (items.some(({ tribeId, status }) => tribeId === homininiId && status === 'active')) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    throw new Error(`${handle} did not become a member of hominini within ${timeoutMs / 1000} s`);
  }
}

export const accountOf = (handle: Registered): Account => ({ email: emailOf(handle), password: demoPassword });

function emailOf(handle: Registered): string {
  if (handle === 'agent') return agent.email;
  return isSanctioned(handle) ? sanctioned[handle] : people[handle];
}

const isSanctioned = (handle: Member | SanctionedMember): handle is SanctionedMember => handle in sanctioned;

/** Returns the accounts that a user of the demo may sign in with. */
export function demoAccounts(admin: Account): (Account & { role: string })[] {
  return [
    { ...admin, role: 'admin' },
    ...members.map((member) => ({ ...accountOf(member), role: 'user' })),
    { ...accountOf('cardo'), role: 'user, silenced' },
    { ...accountOf('saldo'), role: 'user, suspended' },
    { ...accountOf('agent'), role: 'agent' },
  ];
}

function known<K extends string, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`${key} has not been created yet`);
  return value;
}
