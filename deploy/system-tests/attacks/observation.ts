import { expect } from '@jest/globals';
import type { Listener } from '../listener.ts';
import { type HttpClient, Person } from '../people.ts';
import { getPathsOf, type Marks, pathsContaining, readPaths, searchPathsOf, type World } from '../stories/get-paths.ts';
import type { SharedSystem } from '../test-system.ts';
import { actionsOn, isWord, type MarkedContent } from './marked-content.ts';

/** A visitor, or people with a session, by their relation to a tribe. */
export type Viewers = Readonly<Record<string, HttpClient>>;

/** Differing routes, and routes with marks as `pathsContaining` returns them, for stated reasons, by viewer. */
type Expected = Readonly<Record<string, readonly string[]>>;

type Document = Parameters<typeof getPathsOf>[0];

/** Signatures of addresses, ids of requests, and times of responses. */
const changing = /&exp=\d+&sig=[\w-]+|"(requestId|ts)":"[^"]+"/g;

interface Parts {
  system: SharedSystem;
  document: Document;
  viewers: Viewers;
  before: World;
  last: Person;
}

/** Responses and events of viewers before and after content appears that none of them may see. */
export class Observation {
  readonly #system: SharedSystem;
  readonly #document: Document;
  readonly #viewers: Viewers;
  readonly #before: World;
  /** Follows the viewers at the end. */
  readonly #last: Person;
  readonly #responses = new Map<string, Map<string, string>>();
  readonly #streams = new Map<Person, Listener>();

  private constructor({ system, document, viewers, before, last }: Parts) {
    this.#system = system;
    this.#document = document;
    this.#viewers = viewers;
    this.#before = before;
    this.#last = last;
  }

  /** Records all responses about `world` to each viewer. */
  static async start(system: SharedSystem, viewers: Viewers, world: World): Promise<Observation> {
    const document = await system.visitor.read('/openapi.json');
    const last = await system.newcomer('despues');
    const observation = new Observation({ system, document, viewers, before: world, last });
    await system.settled();
    for (const [role, viewer] of Object.entries(viewers))
      observation.#responses.set(role, await observation.#readAll(viewer));
    return observation;
  }

  /** Opens a stream for each viewer with a session. */
  async listen(): Promise<void> {
    for (const viewer of Object.values(this.#viewers))
      if (viewer instanceof Person) this.#streams.set(viewer, await viewer.listen('/stream'));
  }

  /** Returns the marks that no response to any of these viewers contains. */
  async missingFor(viewers: readonly HttpClient[], content: MarkedContent, marks: Marks): Promise<string[]> {
    const texts: string[] = [];
    for (const postId of [content.postId, ...content.commentedIds]) {
      const routes = getPathsOf(this.#document, this.#worldOf({ ...content, postId }));
      for (const viewer of viewers)
        texts.push(...[...(await readPaths(viewer, routes)).values()].map(({ text }) => text));
    }
    const isMissing = ([, mark]: [string, string]) => !texts.some((text) => text.includes(mark));
    return Object.entries(marks)
      .filter(isMissing)
      .map(([what]) => what);
  }

  /** No viewer receives a mark from a GET, a search or an action, or loads a picture, and no response has changed. */
  async expectUnseen(content: MarkedContent, marks: Marks, expected: Expected = {}): Promise<void> {
    await this.#system.settled();
    const words = Object.values(marks).filter(isWord);
    const world = this.#worldOf(content);
    const routes = getPathsOf(this.#document, world);
    const searches = searchPathsOf(this.#document, world, words);
    const found: string[] = [];
    for (const [role, viewer] of Object.entries(this.#viewers)) {
      const leaks = [
        ...(await pathsContaining(viewer, marks, routes)),
        ...(await pathsContaining(viewer, marks, searches)),
        ...(await this.#changes(role, viewer)),
        ...(await allowedActions(viewer, content, marks)),
        ...(await loadedPictures(viewer, content)),
      ];
      const isExpected = (leak: string) =>
        expected[role]?.some((each) => leak === each || leak.startsWith(`${each}: "`));
      found.push(...leaks.filter((leak) => !isExpected(leak)).map((leak) => `${role}: ${leak}`));
    }
    expect(found).toEqual([]);
  }

  /**
   * Until a follow, which comes later and arrives, the streams have delivered no mark; with `silent`, no event at all.
   */
  async expectStreams(marks: Marks, { silent }: { silent: boolean }): Promise<void> {
    for (const [viewer, stream] of this.#streams) {
      await this.#last.post(`/auth/users/${viewer.id}/follow`);
      await stream.waitFor('notification', ({ type }) => type === 'follow');
      const received = JSON.stringify(stream.received);
      expect(Object.values(marks).filter((mark) => received.includes(mark))).toEqual([]);
      if (silent) expect(stream.received.map(({ event }) => event)).toEqual(['notification']);
      stream.close();
    }
  }

  #worldOf({ postId, vibeId }: MarkedContent): World {
    return { ...this.#before, postId, vibeId };
  }

  /** Returns every response of a viewer without the parts that each response has of its own. */
  async #readAll(viewer: HttpClient): Promise<Map<string, string>> {
    const responses = await readPaths(viewer, this.#comparedPaths());
    return new Map(
      [...responses].map(([route, { status, text }]) => [route, `${status} ${text.replaceAll(changing, '')}`]),
    );
  }

  /** All but the number of all people, which is cached, and invitations, whose requests are limited. */
  #comparedPaths(): Map<string, string> {
    const paths = getPathsOf(this.#document, this.#before);
    for (const route of ['/api/public/hominini/info', '/api/invites']) paths.delete(route);
    return paths;
  }

  async #changes(role: string, viewer: HttpClient): Promise<string[]> {
    const before = this.#responses.get(role);
    const now = await this.#readAll(viewer);
    const differing = [...now].filter(([route, text]) => before?.get(route) !== text);
    return differing.map(([route, text]) => `${route}: ${differenceOf(before?.get(route) ?? '', text)}`);
  }
}

/** Returns both texts from shortly before their first difference. */
function differenceOf(before: string, now: string): string {
  const at = [...before].findIndex((letter, index) => now[index] !== letter);
  const excerpt = (text: string) => text.slice(Math.max(0, at - 80), at + 120);
  return `"${excerpt(before)}" became "${excerpt(now)}"`;
}

/** Returns the actions on the content that succeed, or whose response contains a mark. */
async function allowedActions(viewer: HttpClient, content: MarkedContent, marks: Marks): Promise<string[]> {
  const actions = actionsOn(content).map(async ([path, body]) => {
    const { status, body: answer } = await viewer.post(path, body);
    const contains = Object.values(marks).some((mark) => JSON.stringify(answer).includes(mark));
    return status < 400 || contains ? [`POST ${path}: ${status}`] : [];
  });
  const path = `/vibes/${content.vibeId}/stream`;
  const stream = await viewer.listen(path);
  stream.close();
  const opened = stream.status < 400 ? [`GET ${path}: ${stream.status}`] : [];
  return [...(await Promise.all(actions)).flat(), ...opened];
}

/** Returns the pictures that can be loaded without a signature. */
async function loadedPictures(viewer: HttpClient, { pictures }: MarkedContent): Promise<string[]> {
  const requests = pictures.map(async (address) => {
    const { status } = await viewer.get(address.replace(/&exp=.*/, ''));
    return status < 400 ? [`GET ${address}: ${status}`] : [];
  });
  return (await Promise.all(requests)).flat();
}
