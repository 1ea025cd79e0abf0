import { randomBytes } from 'node:crypto';
import { dayMs } from '@tribus/kit/core/durations.ts';
import { tribesPerUser } from '@tribus/tribes/limits.ts';
import type { Kind, Role } from './access/roles.ts';
import { type HttpClient, type Person, passwordOf } from './people.ts';
import { png } from './pictures.ts';
import type { SharedSystem } from './test-system.ts';

const hominini = 38;

interface Parts {
  system: SharedSystem;
  cast: Cast;
  kind: Kind;
  owner: Person;
  admin: Person;
  tribeId: number;
}

export const newName = (): string => `Tribu ${randomBytes(6).toString('hex')}`;

/** People by role; fixtures may share them, because their permissions depend on the tribe. */
export class Cast {
  readonly #system: SharedSystem;
  readonly #people = new Map<string, Promise<Person>>();
  #owners = 0;

  constructor(system: SharedSystem) {
    this.#system = system;
  }

  person(part: string): Promise<Person> {
    const person = this.#people.get(part) ?? this.#system.newcomer(part);
    this.#people.set(part, person);
    return person;
  }

  /** Returns an owner for one more tribe, below the limit of tribes per person. */
  owner(): Promise<Person> {
    return this.person(`duena${Math.floor(this.#owners++ / tribesPerUser)}`);
  }
}

/** Objects that a test may use up. */
export type FixtureObject = 'post' | 'comment' | 'bystanders-comment' | 'media' | 'case' | 'challenge';

/** A tribe of one kind with a person in each role, and objects of its owner; each created on first use. */
export class TribeFixture {
  readonly tribeId: number;
  readonly #system: SharedSystem;
  readonly #cast: Cast;
  readonly #kind: Kind;
  readonly #owner: Person;
  readonly #admin: Person;
  readonly #made = new Map<string, Promise<unknown>>();

  private constructor({ system, cast, kind, owner, admin, tribeId }: Parts) {
    this.#system = system;
    this.#cast = cast;
    this.#kind = kind;
    this.#owner = owner;
    this.#admin = admin;
    this.tribeId = tribeId;
  }

  static async createTribe(
    system: SharedSystem,
    kind: Kind,
    admin: Person,
    cast = new Cast(system),
  ): Promise<TribeFixture> {
    const owner = await cast.owner();
    const parts = { system, cast, kind, owner, admin };
    if (kind === 'hominini') return new TribeFixture({ ...parts, tribeId: hominini });
    const tribe = await owner.createTribe(newName(), { isPrivate: kind === 'private' });
    return new TribeFixture({ ...parts, tribeId: tribe.id });
  }

  async client(role: Role): Promise<HttpClient> {
    return role === 'visitor' ? this.#system.visitor : this.person(role);
  }

  person(role: Exclude<Role, 'visitor'>): Promise<Person> {
    if (role === 'admin') return Promise.resolve(this.#admin);
    if (role === 'owner') return Promise.resolve(this.#owner);
    return this.#once(role, async () => {
      const person = await this.#cast.person(role);
      if (this.#kind !== 'hominini') await this.#assignRole(person, role);
      return person;
    });
  }

  bystander(): Promise<Person> {
    return this.#once('bystander', async () => {
      const person = await this.#cast.person('otra');
      if (this.#kind !== 'hominini') await this.#assignRole(person, 'member');
      return person;
    });
  }

  postId(): Promise<string> {
    return this.#once('post', async () => {
      const input = { content: 'De su dueña', pictures: [await png(60, 40)], minLevelOrder: this.#minLevelOrder };
      return (await this.#owner.publish(this.tribeId, input)).id;
    });
  }

  commentId(): Promise<string> {
    return this.#once('comment', async () => {
      const path = `/tribes/${this.tribeId}/posts/${await this.postId()}/comments`;
      return (await this.#owner.post(path, { content: 'De su dueña' })).body.id;
    });
  }

  bystandersPostId(): Promise<string> {
    return this.#once('bystanders-post', async () => {
      const input = { content: 'De otra persona', minLevelOrder: this.#minLevelOrder };
      return (await (await this.#author()).publish(this.tribeId, input)).id;
    });
  }

  bystandersMediaId(): Promise<string> {
    return this.#once('bystanders-media', async () => {
      return (await (await this.bystander()).putUp(this.tribeId, await png(60, 40))).id;
    });
  }

  bystandersCommentId(): Promise<string> {
    return this.#once('bystanders-comment', async () => {
      const path = `/tribes/${this.tribeId}/posts/${await this.postId()}/comments`;
      return (await (await this.#author()).post(path, { content: 'De otra persona' })).body.id;
    });
  }

  bystandersMessageId(): Promise<string> {
    return this.#once('bystanders-message', async () => {
      const bystander = await this.bystander();
      return (await bystander.post(`/tribes/${this.tribeId}/chat`, { content: 'De otra persona' })).body.id;
    });
  }

  /** Returns a case of the bystander's post, reported by another member. */
  caseId(): Promise<string> {
    return this.#once('case', () => this.#openCase());
  }

  /** Returns a case that an admin has decided; its author can read the decision. */
  decidedCaseId(): Promise<string> {
    return this.#once('decided-case', async () => {
      const id = await this.#openCase();
      await this.#admin.post(`/reports/${id}/resolve`, { action: 'remove' });
      await (await this.bystander()).read(`/reports/decisions/${id}`);
      return id;
    });
  }

  mediaId(): Promise<string> {
    return this.#once('media', async () => {
      return (await this.#owner.putUp(this.tribeId, await png(60, 40))).id;
    });
  }

  messageId(): Promise<string> {
    return this.#once('message', async () => {
      return (await this.#owner.post(`/tribes/${this.tribeId}/chat`, { content: 'De su dueña' })).body.id;
    });
  }

  vibeId(): Promise<string> {
    return this.#once('vibe', async () => {
      const minLevelOrder = this.#minLevelOrder;
      const input = { kind: 'story', tags: 'chill', pictures: [await png(60, 40)], minLevelOrder };
      return (await this.#owner.publish(this.tribeId, input)).id;
    });
  }

  agentId(): Promise<string> {
    return this.#once('agent', async () => {
      const { id } = await this.#system.newcomer('agente');
      return (await this.#admin.post('/admin/agents', { userId: id })).body.id;
    });
  }

  /** Returns the first level, which every member has reached. */
  levelId(): Promise<string> {
    return this.#once('level', async () => (await this.#admin.read(`/tribes/${this.tribeId}/config`)).levels[0].id);
  }

  challengeId(): Promise<string> {
    return this.#once('challenge', async () => {
      const path = `/tribes/${this.tribeId}/levels/${await this.levelId()}/challenges`;
      return (await this.#admin.post(path, { type: 'manual', title: 'Preséntate' })).body.id;
    });
  }

  submissionId(): Promise<string> {
    return this.#once('submission', async () => {
      const path = `/tribes/${this.tribeId}/challenges/${await this.challengeId()}/submit`;
      return (await (await this.bystander()).post(path, { text: 'Hola' })).body.submission.id;
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

  /** Forgets these objects, so that the next use creates new ones. */
  forget(objects: readonly FixtureObject[]): void {
    for (const object of objects) this.#made.delete(object);
  }

  #reporter(): Promise<Person> {
    return this.#once('reporter', async () => {
      const person = await this.#cast.person('avisa');
      if (this.#kind !== 'hominini') await this.#assignRole(person, 'member');
      return person;
    });
  }

  async #openCase(): Promise<string> {
    const post = await (await this.bystander()).publish(this.tribeId, { content: 'Reportado' });
    const reporter = await this.#reporter();
    await reporter.post('/reports/post', { postId: post.id, reason: 'spam' });
    const { items } = await this.#admin.read(`/admin/reports?tribeId=${this.tribeId}&limit=100`);
    return items.find(({ objectId }: { objectId: string }) => objectId === post.id).id;
  }

  get #minLevelOrder(): number {
    return this.#kind === 'levels' ? 2 : 1;
  }

  /** Members write for their own level only. */
  #author(): Promise<Person> {
    return this.#kind === 'levels' ? Promise.resolve(this.#owner) : this.bystander();
  }

  #once<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (this.#made.get(what) as Promise<T> | undefined) ?? make();
    this.#made.set(what, made);
    return made;
  }

  async #assignRole(person: Person, role: Role): Promise<void> {
    if (role === 'outsider') return;
    if (role === 'pending') return this.#requestMembership(person);
    await this.#enter(person);
    const members = `/tribes/${this.tribeId}/members`;
    if (role === 'former') await person.post(`/tribes/${this.tribeId}/leave`);
    if (role === 'officer') await this.#owner.put(`${members}/${person.id}/role`, { role });
    const reason = 'Motivo';
    const endsAt = new Date(Date.now() + dayMs).toISOString();
    if (role === 'banned') await this.#owner.post(`/tribes/${this.tribeId}/bans`, { userId: person.id, reason });
    if (role === 'restricted') await this.#owner.put(`${members}/${person.id}/restriction`, { reason, endsAt });
  }

  async #enter(person: Person): Promise<void> {
    if (this.#kind !== 'private') {
      await person.join(this.tribeId);
      return;
    }
    await person.post(`/tribes/${this.tribeId}/join-request`);
    await this.#owner.post(`/tribes/${this.tribeId}/members/${person.id}/approve`);
  }

  /** In an open tribe a request can only be pending from the time before it was opened. */
  async #requestMembership(person: Person): Promise<void> {
    const open = (requiresApproval: boolean) => this.#owner.put(`/tribes/${this.tribeId}`, { requiresApproval });
    if (this.#kind === 'open') await open(true);
    await person.post(`/tribes/${this.tribeId}/join-request`);
    if (this.#kind === 'open') await open(false);
  }
}
