import { until } from '@tribus/kit/testing/until.ts';
import type { HttpClient } from '../people.ts';

/** Values that identify a person and must not appear in another's responses. */
export type Marks = Readonly<Record<string, string>>;

/** Values of the path parameters. */
export interface World {
  tribeId: number;
  postId: string;
  vibeId: string;
  /** Id of the other person. */
  otherId: string;
  /** A case of reports, for routes about cases. */
  caseId?: string;
}

type Document = { paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>> };

const missingId = '00000000-0000-7000-8000-000000000000';

/** Query parameters of routes, so that the response concerns the other person. */
const queries: Readonly<Record<string, (world: World) => string>> = {
  '/api/user/presence': ({ otherId }) => `ids=${otherId}`,
  '/api/auth/me/following/among': ({ otherId }) => `ids=${otherId}`,
  '/api/user/posts': ({ otherId }) => `userId=${otherId}`,
  '/api/messages/with/{userId}': ({ tribeId }) => `tribeId=${tribeId}`,
  '/api/tribes/slug': () => 's=fogon',
};

/** Routes without JSON about people: streams are tested separately, the others are files and redirects. */
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

/** Returns the value of a parameter; an unknown parameter gets the id of a missing object. */
function parameter(name: string, path: string, world: World): string {
  const known: Readonly<Record<string, string>> = {
    tribeId: String(world.tribeId),
    postId: world.postId,
    vibeId: world.vibeId,
    userId: world.otherId,
    id: idIn(path, world),
    kind: 'post',
    commentId: missingId,
    messageId: missingId,
    challengeId: missingId,
    submissionId: missingId,
    // An invitation to a third person's tribe: only its moderators see who joined by it.
    inviteId: missingId,
    testId: missingId,
    uploadId: missingId,
    token: 'none',
    code: 'none',
    slug: 'none',
  };
  // Neither of the two is an admin: all these routes refuse them.
  const value = known[name] ?? (path.startsWith('/api/admin/') ? missingId : undefined);
  if (value === undefined) throw new Error(`${path}: get-paths.ts has no value for {${name}}`);
  return value;
}

const idIn = (path: string, { otherId, caseId = missingId }: World): string => {
  if (path.startsWith('/api/reports/')) return caseId;
  return /\/(users|public)\/\{id\}/.test(path) ? otherId : missingId;
};

/** Returns every published GET, by route, with an address that concerns the other person. */
export function getPathsOf({ paths }: Document, world: World): Map<string, string> {
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

/** Returns every published search (a GET with a query `q`), by route and word, for each of the words. */
export function searchPathsOf(document: Document, world: World, words: readonly string[]): Map<string, string> {
  const isSearch = (route: string) =>
    document.paths[route]?.get?.parameters?.some(({ in: where, name }) => where === 'query' && name === 'q');
  const searches = [...getPathsOf(document, world)].filter(([route]) => isSearch(route));
  return new Map(
    searches.flatMap(([route, path]) =>
      words.map((word) => [`${route} q=${word}`, `${path}?q=${encodeURIComponent(word)}`] as const),
    ),
  );
}

/** Returns the status and the body of each response, by route. */
export async function readPaths(
  viewer: HttpClient,
  getPaths: ReadonlyMap<string, string>,
): Promise<Map<string, { status: number; text: string }>> {
  const read = [...getPaths].map(async ([route, path]) => {
    const { status, body } = await viewer.get(path);
    return [route, { status, text: typeof body === 'string' ? body : JSON.stringify(body) }] as const;
  });
  return new Map(await Promise.all(read));
}

/** Returns the routes whose responses contain any of the values. */
export async function pathsContaining(
  viewer: HttpClient,
  marks: Marks,
  getPaths: ReadonlyMap<string, string>,
): Promise<string[]> {
  const found = [...(await readPaths(viewer, getPaths))].map(([route, { text }]) => {
    const leaks = Object.entries(marks).flatMap(([what, mark]) => (text.includes(mark) ? [what] : []));
    return leaks.length > 0 ? [`${route}: ${leaks.join()}`] : [];
  });
  return found.flat();
}

/**
 * Waits until no response contains any of the values, or times out; the test checks the remaining responses. Only these
 * are requested again, because requesting all would delay the system.
 */
export async function vanishes(viewer: HttpClient, marks: Marks, getPaths: ReadonlyMap<string, string>): Promise<void> {
  let requested = getPaths;
  const isRemoved = async () => {
    const found = await pathsContaining(viewer, marks, requested);
    const isComplete = requested === getPaths;
    const isFound = (route: string) => found.some((leak) => leak.startsWith(`${route}: `));
    requested = found.length === 0 ? getPaths : new Map([...getPaths].filter(([route]) => isFound(route)));
    return isComplete && found.length === 0;
  };
  await until(isRemoved, 'nothing is left').catch(() => undefined);
}
