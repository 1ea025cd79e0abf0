import { until } from '@tribus/kit/testing/until.ts';
import type { Person } from '../people.ts';

/** What must not be found in an answer to somebody else, by what it is. */
export type Marks = Readonly<Record<string, string>>;

/** What the words in braces of a path stand for. */
export interface World {
  tribeId: number;
  postId: string;
  vibeId: string;
  /** The other person. */
  otherId: string;
}

type Document = { paths: Record<string, Record<string, object>> };

const nobodys = '00000000-0000-7000-8000-000000000000';

/** What a route is asked for with, beside its path, so that it answers about the other person. */
const queries: Readonly<Record<string, (world: World) => string>> = {
  '/api/user/presence': ({ otherId }) => `ids=${otherId}`,
  '/api/auth/me/following/among': ({ otherId }) => `ids=${otherId}`,
  '/api/user/posts': ({ otherId }) => `userId=${otherId}`,
  '/api/messages/with/{userId}': ({ tribeId }) => `tribeId=${tribeId}`,
  '/api/tribes/slug': () => 's=fogon',
};

/** Routes that answer with no JSON about people: streams have a story of their own, the rest are files and redirects. */
const notRead: ReadonlySet<string> = new Set([
  '/api/stream',
  '/api/vibes/{vibeId}/stream',
  '/api/openapi.json',
  '/api/docs',
  '/api/proxy-media',
  '/api/proxy-media/archive',
  '/api/oauth/google',
  '/api/oauth/google/callback',
]);

/** The value of a parameter; what nobody knows of names what is not there, and would be found by its number. */
function parameter(name: string, path: string, world: World): string {
  const known: Readonly<Record<string, string>> = {
    tribeId: String(world.tribeId),
    postId: world.postId,
    vibeId: world.vibeId,
    userId: world.otherId,
    id: /\/(users|public)\/\{id\}/.test(path) ? world.otherId : nobodys,
    kind: 'post',
    commentId: nobodys,
    messageId: nobodys,
    challengeId: nobodys,
    submissionId: nobodys,
    // Of the tribe of a third person: only who moderates it sees who came by it.
    inviteId: nobodys,
    testId: nobodys,
    token: 'none',
    code: 'none',
    slug: 'none',
  };
  // Neither of the two is an admin: they are told so, whatever they ask for.
  const value = known[name] ?? (path.startsWith('/api/admin/') ? nobodys : undefined);
  if (value === undefined) throw new Error(`${path}: readings.ts does not say what {${name}} stands for`);
  return value;
}

/** Every GET that is published, by its route, with the address at which it tells of the other person if it ever does. */
export function readingsOf({ paths }: Document, world: World): Map<string, string> {
  const routes = Object.entries(paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
  const read = routes.filter((path) => !notRead.has(path));
  return new Map(
    read.map((path) => {
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => parameter(name, path, world));
      const query = queries[path]?.(world);
      return [path, query ? `${filled}?${query}` : filled];
    }),
  );
}

/** The readings in which any of the marks stands. */
export async function readingsWith(
  viewer: Person,
  marks: Marks,
  readings: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found = await Promise.all(
    [...readings].map(async ([route, path]) => {
      const { body } = await viewer.get(path);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const leaks = Object.entries(marks).flatMap(([what, mark]) => (text.includes(mark) ? [what] : []));
      return leaks.length > 0 ? [`${route}: ${leaks.join()}`] : [];
    }),
  );
  return found.flat();
}

/**
 * Waits until none of the marks stands in any of the readings, or gives up: what is left is for the caller to look at.
 * Where some are left, only those are asked for again, as all of them would keep the system from what is waited for.
 */
export async function vanishes(viewer: Person, marks: Marks, readings: ReadonlyMap<string, string>): Promise<void> {
  let asked = readings;
  const isGone = async () => {
    const found = await readingsWith(viewer, marks, asked);
    const isWhole = asked === readings;
    const isFound = (route: string) => found.some((leak) => leak.startsWith(`${route}: `));
    asked = found.length === 0 ? readings : new Map([...readings].filter(([route]) => isFound(route)));
    return isWhole && found.length === 0;
  };
  await until(isGone, 'nothing is left').catch(() => undefined);
}
