import { randomBytes } from 'node:crypto';
import type { Kind, Role } from './access/roles.ts';
import { type Caller, type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import { ownOf, type SharedSystem } from './test-system.ts';

const hominini = 38;

export const newName = (): string => `Tribu ${randomBytes(6).toString('hex')}`;

/** A tribe of one kind with somebody in each role, and things of its owner's; each made when first asked for. */
export class TribeFixture {
  readonly tribeId: number;
  readonly #system: SharedSystem;
  readonly #kind: Kind;
  readonly #owner: Person;
  readonly #admin: Person;
  readonly #made = new Map<string, Promise<unknown>>();

  private constructor(system: SharedSystem, kind: Kind, owner: Person, admin: Person, tribeId: number) {
    this.#system = system;
    this.#kind = kind;
    this.#owner = owner;
    this.#admin = admin;
    this.tribeId = tribeId;
  }

  static async createTribe(system: SharedSystem, kind: Kind, admin: Person): Promise<TribeFixture> {
    const owner = await system.newcomer('duena');
    if (kind === 'hominini') return new TribeFixture(system, kind, owner, admin, hominini);
    const tribe = await owner.createTribe(newName(), { isPrivate: kind === 'private' });
    return new TribeFixture(system, kind, owner, admin, tribe.id);
  }

  async caller(role: Role): Promise<Caller> {
    return role === 'visitor' ? this.#system.visitor : this.person(role);
  }

  person(role: Exclude<Role, 'visitor'>): Promise<Person> {
    if (role === 'admin') return Promise.resolve(this.#admin);
    if (role === 'owner') return Promise.resolve(this.#owner);
    return this.#once(role, async () => {
      const person = await this.#system.newcomer(role);
      if (this.#kind !== 'hominini') await this.#place(person, role);
      return person;
    });
  }

  /** Another member. */
  bystander(): Promise<Person> {
    return this.#once('bystander', async () => {
      const person = await this.#system.newcomer('otra');
      if (this.#kind !== 'hominini') await this.#place(person, 'member');
      return person;
    });
  }

  postId(): Promise<string> {
    return this.#once('post', async () => {
      return (await this.#owner.publish(this.tribeId, { content: 'De su dueña', pictures: [await png(60, 40)] })).id;
    });
  }

  commentId(): Promise<string> {
    return this.#once('comment', async () => {
      const path = `/tribes/${this.tribeId}/posts/${await this.postId()}/comments`;
      return (await this.#owner.post(path, { content: 'De su dueña' })).body.id;
    });
  }

  messageId(): Promise<string> {
    return this.#once('message', async () => {
      return (await this.#owner.post(`/tribes/${this.tribeId}/chat`, { content: 'De su dueña' })).body.id;
    });
  }

  vibeId(): Promise<string> {
    return this.#once('vibe', async () => {
      const wish = { kind: 'story', tags: 'chill', pictures: [await png(60, 40)] };
      return (await this.#owner.publish(this.tribeId, wish)).id;
    });
  }

  agentId(): Promise<string> {
    return this.#once('agent', async () => {
      const { id } = await this.#system.newcomer('agente');
      return (await this.#admin.post('/admin/agents', { userId: id })).body.id;
    });
  }

  async mediaKey(): Promise<string> {
    const post = await this.#owner.read(`/tribes/${this.tribeId}/posts/${await this.postId()}`);
    return encodeURIComponent(new URL(post.images[0].url, this.#owner.url).searchParams.get('key') ?? '');
  }

  async sessionOfBystander(): Promise<string> {
    return (await (await this.bystander()).read('/auth/sessions')).items[0].id;
  }

  newAccount(): object {
    return { email: `nueva.${randomBytes(6).toString('hex')}@tribus.test`, password: 'una-clave' };
  }

  credentials(): object {
    return { email: this.#owner.email, password: passwordOf(this.#owner.email) };
  }

  #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(what) as Promise<T> | undefined) ?? make();
    this.#made.set(what, made);
    return made;
  }

  async #place(person: Person, role: Role): Promise<void> {
    if (role === 'stranger') return;
    if (role === 'pending') return this.#ask(person);
    await this.#enter(person);
    if (role === 'former') await person.post(`/tribes/${this.tribeId}/leave`);
    // Officers are appointed by nobody yet; the services know the role, so it is put where it will be written.
    if (role === 'officer') {
      const appoint = `update members set role = 'officer' where tribe_id = $1 and user_id = $2`;
      await ownOf(this.#system).sql('tribes', appoint, [this.tribeId, person.id]);
    }
  }

  async #enter(person: Person): Promise<void> {
    if (this.#kind === 'open') {
      await person.join(this.tribeId);
      return;
    }
    await person.post(`/tribes/${this.tribeId}/join-request`);
    await this.#owner.post(`/tribes/${this.tribeId}/members/${person.id}/approve`);
  }

  /** In an open tribe somebody waits who asked before it was opened. */
  async #ask(person: Person): Promise<void> {
    const open = (requiresApproval: boolean) => this.#owner.put(`/tribes/${this.tribeId}`, { requiresApproval });
    if (this.#kind === 'open') await open(true);
    await person.post(`/tribes/${this.tribeId}/join-request`);
    if (this.#kind === 'open') await open(false);
  }
}
