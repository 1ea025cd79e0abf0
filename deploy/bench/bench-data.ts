import { homininiId } from '@tribus/community/limits.ts';
import sharp from 'sharp';

/** A person with a session. */
export interface Member {
  id: string;
  email: string;
  authorization: string;
}

export interface SeededPost {
  id: string;
}

/** Data that the load runs on. */
export interface BenchData {
  url: string;
  members: readonly Member[];
  tribeId: number;
  posts: readonly SeededPost[];
  /** The post with the most comments. */
  discussed: SeededPost;
  vibeId: string;
}

const peopleCount = 60;
const postsCount = 200;
/** Posts in hominini, which visitors can read. */
const openPostsCount = 40;
const commentsCount = 700;
const reactionsCount = 850;
/** Comments on one post, enough for several pages of twenty. */
const discussionLength = 40;
const concurrency = 16;

const password = 'una clave para medir';

/** Creates 60 people in one public tribe with 200 posts, 700 comments and 850 reactions, all through the public API. */
export async function seedBenchData(url: string): Promise<BenchData> {
  const mark = Date.now().toString(36);
  const members = await inParallel(peopleCount, (index) => register(url, `medida.${mark}.${index}@bench.test`));
  const by = (index: number): Member => pick(members, index);
  const tribe = await call(url, by(0), '/tribes', { name: `Medida ${mark}`, description: 'Lo que se mide' });
  const tribeId = Number(tribe.id);
  await inParallel(peopleCount - 1, (index) => call(url, by(index + 1), `/tribes/${tribeId}/join`, {}));

  const publishIn = (target: number) => (index: number) =>
    publish(url, by(index), target, { content: paragraph(index) });
  const posts = await inParallel(postsCount - openPostsCount, publishIn(tribeId));
  await inParallel(openPostsCount, publishIn(homininiId));
  const discussed = pick(posts, 0);
  await inParallel(commentsCount, (index) => {
    const post = index < discussionLength ? discussed : pick(posts, index);
    return call(url, by(index), `/tribes/${tribeId}/posts/${post.id}/comments`, { content: `Comentario ${index}` });
  });
  // Each pair of a person and a post once: a second reaction would remove the first.
  await inParallel(reactionsCount, (index) => {
    const person = by(Math.floor(index / posts.length) * 7 + index);
    return call(url, person, `/tribes/${tribeId}/posts/${pick(posts, index).id}/reactions`, { type: 'like' });
  });
  const picture = await sharp({ create: { width: 270, height: 480, channels: 3, background: '#b45309' } })
    .png()
    .toBuffer();
  const images = new Blob([new Uint8Array(picture)]);
  const vibe = await publish(url, by(0), tribeId, {
    content: 'Un instante',
    kind: 'story',
    tags: 'electronic,vibe',
    images,
  });
  return { url, members, tribeId, posts, discussed, vibeId: vibe.id };
}

export const loginBody = ({ email }: Member): string => JSON.stringify({ email, password });

/** Opens another session for a member of this data, or for the given address and password. */
export async function openSession(
  url: string,
  { email, password: chosenPassword = password }: { email: string; password?: string },
): Promise<Pick<Member, 'authorization'>> {
  const { token } = await call(url, undefined, '/auth/login', { email, password: chosenPassword });
  return { authorization: `Bearer ${token}` };
}

/** Creates another tribe with the same members, without content. */
export async function createTribe(url: string, founder: Member, name: string): Promise<number> {
  return Number((await call(url, founder, '/tribes', { name, description: '' })).id);
}

/** Registers a user, who becomes a member of hominini. */
export async function register(url: string, email: string): Promise<Member> {
  const { token, user } = await call(url, undefined, '/auth/register', { email, password });
  if (typeof user !== 'object' || user === null || !('id' in user)) throw new Error('registration returned no user');
  return { id: String(user.id), email, authorization: `Bearer ${token}` };
}

async function publish(
  url: string,
  author: Member,
  tribeId: number,
  fields: Record<string, string | Blob>,
): Promise<SeededPost> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const { id } = await call(url, author, `/tribes/${tribeId}/posts`, form);
  return { id: String(id) };
}

/** Posts a body and returns the response body; throws unless the request succeeds. */
export async function call(
  url: string,
  person: Pick<Member, 'authorization'> | undefined,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      ...(person && { authorization: person.authorization }),
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return objectIn(response);
}

/** Returns the JSON object of a response; throws when the body is no object. */
export async function objectIn(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null) throw new Error(`${response.url} returned no object`);
  return { ...body };
}

async function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

export function pick<T>(all: readonly T[], index: number): T {
  const chosen = all[index % all.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

const words = 'fuego monte río sendero noche luna piedra lluvia viento casa mesa pan vino amigo voz canto'.split(' ');

/** About 300 characters, different for each index. */
const paragraph = (index: number): string =>
  Array.from({ length: 55 }, (_, position) => pick(words, index * 13 + position * (1 + (index % 7)))).join(' ');
