import { beforeAll, expect, test } from '@jest/globals';
import type { Person } from '../../deploy/system-tests/people.ts';
import { paths } from '../src/lib/paths.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

/** Valid ids of no object, and invalid ones. */
const noUuid = '01a1cec5-5000-77f3-8000-000000000000';
const noTribe = '999999999';

type PathName = keyof typeof paths;

interface Look {
  address: string;
  /** Names among the paths of the app. */
  paths: readonly PathName[];
  /** The message that replaces the page. */
  text: string;
  /** The link onward, and its target. */
  link: string;
  to: RegExp;
}

const notFound = 'No existe o no está disponible.';
const noVibes = `Error cargando Vibes: ${notFound}`;
const tribes = { link: 'Ver tribus', to: /\/tools\/tribes$/ };
const home = { link: 'Ir al inicio', to: /\/$/ };
const back = { link: 'Volver', to: /\/$/ };

let ana: Person;
let looks: Look[];

const looksAt = (
  names: readonly PathName[],
  text: string,
  onward: Pick<Look, 'link' | 'to'>,
  ...addresses: string[]
): Look[] => addresses.map((address) => ({ address, paths: names, text, ...onward }));

beforeAll(async () => {
  const [beto, other] = [await bench.system.newcomer('beto'), await bench.system.newcomer('carla')];
  ana = await bench.system.newcomer('ana');
  const secret = await beto.createTribe('Cueva de Beto', { isPrivate: true });
  const post = await beto.publish(secret.id, { content: 'Para quien está dentro' });
  const inside = { link: 'Ver la tribu', to: new RegExp(`/tools/tribes/${secret.id}$`) };
  const tribe = ['tribe', 'tribePart', 'tribePanels', 'editLevels', 'tribePattern'] as const;
  const posts = ['post', 'editPost', 'postPattern'] as const;
  const clips = ['clip', 'clipPattern', 'reelPattern'] as const;
  const direct = ['conversation', 'conversationPattern'] as const;
  looks = [
    ...looksAt(
      tribe,
      notFound,
      tribes,
      ...[noTribe, 'x', `${noTribe}/members`, `${noTribe}?panels=1`, `${noTribe}/levels?view=edit`].map(tribeAddress),
    ),
    ...looksAt(['shortTribe'], notFound, tribes, `/tribe/${noTribe}`, '/tribe/x'),
    ...looksAt(['chat'], notFound, tribes, `/inbox/${noTribe}`, '/inbox/x', '/inbox/0', `/inbox/${noTribe}9`),
    ...looksAt(['chat'], 'El chat es para la tribu', inside, `/inbox/${secret.id}`),
    ...looksAt(['vibes'], noVibes, tribes, `/vibes-feed?tribeId=${noTribe}`),
    ...looksAt(['legacyVibes'], noVibes, tribes, `/vibes-feed/${noTribe}`),
    ...looksAt(posts, notFound, tribes, `/post/${post.id}?tribe=${noTribe}`, `/post/x?tribe=${noTribe}&edit=true`),
    ...looksAt(posts, 'Missing tribe', tribes, `/post/${post.id}`, `/post/${post.id}?tribe=x`),
    ...looksAt(clips, notFound, tribes, `/clip/${post.id}?tribe=${noTribe}`, `/clip/x?tribe=${noTribe}`),
    ...looksAt(clips, 'Missing tribe', tribes, `/clip/${post.id}`, '/reel/x', `/reel/${post.id}?tribe=x`),
    ...looksAt(
      ['user', 'userVibes'],
      'Este perfil no existe o no se puede ver.',
      back,
      ...[noUuid, 'x', 'x?tab=vibes'].map(userAddress),
    ),
    ...looksAt(direct, 'Ya no compartís tribu', tribes, `/dm/${other.id}?tribeId=${noTribe}`),
    ...looksAt(direct, 'Falta la tribu en la que os conocéis.', tribes, `/dm/${other.id}?tribeId=x`),
    ...looksAt(
      ['search'],
      'Esta búsqueda no existe',
      { link: 'Ir a la búsqueda', to: /\/explore\/search\/top$/ },
      '/explore/search/x',
    ),
    ...looksAt(['blogPost'], 'Artículo no encontrado', { link: 'Volver al blog', to: /\/blog$/ }, '/blog/x'),
    ...looksAt(['decision'], notFound, home, `/decisions/${noUuid}`, '/decisions/x'),
    ...looksAt(['tag'], 'No existe esa etiqueta ni ese lugar', home, '/tag/%E7%81%AB'),
    ...looksAt(['place'], 'No existe esa etiqueta ni ese lugar', home, '/place/%F0%9F%94%A5'),
    ...looksAt(['invite'], 'Esta invitación ya no sirve', tribes, '/invite', '/invite?code=x'),
  ];
});

const userAddress = (user: string) => `/u/${user}`;
const tribeAddress = (rest: string) => `/tools/tribes/${rest}`;

/** These ids are filters or steps of a screen: without them the whole is shown. */
const narrowing: readonly PathName[] = ['pointsIn', 'welcome', 'blogCategory', 'createModal'];

test('every address with an id is covered by a missing one', () => {
  const takesId = (name: PathName) => typeof paths[name] === 'function' || paths[name].includes(':');
  const opened = new Set([...looks.flatMap((look) => look.paths), ...narrowing]);
  const names = Object.keys(paths) as PathName[];
  expect(names.filter((name) => takesId(name) && !opened.has(name))).toEqual([]);
});

test('the address of a missing, malformed or inaccessible id shows a message and a link onward', async () => {
  const page = await bench.open(ana, '/', { refusals: [400, 403, 404] });
  for (const { address, text, link, to } of looks) {
    await page.goto(address);
    const main = page.getByRole('main');
    await main.getByText(text, { exact: true }).first().waitFor();
    const onward = main.getByRole(link === back.link ? 'button' : 'link', { name: link, exact: true });
    await onward.click();
    await page.waitForURL(({ pathname }) => to.test(pathname));
    await main.getByText(notFound).first().waitFor({ state: 'hidden' });
  }
});

test('a tribe of which the viewer is not a member filters neither people nor points', async () => {
  const tribe = await ana.createTribe('Faro de Ana');
  const beto = await bench.system.newcomer('beto');
  await beto.join(tribe.id);
  const page = await bench.open(ana, `/tools/members?tribe=${noTribe}`);
  await page.getByText(beto.name).first().waitFor();
  await page.goto(`/tools/points?tribe=${noTribe}`);
  await page.getByRole('link', { name: 'Ver tribus' }).click();
  await page.waitForURL('**/tools/tribes');
});

test.each([
  ['/post/%E0%A4%A', 'Ver tribus'],
  ['/nada/%zz', 'Ir al inicio'],
])('the malformed address %s shows that nothing is there, with the link %s', async (address, link) => {
  const page = await bench.open(ana, address, { refusals: [404], provoked: /malformed URL segment/ });
  await page.getByRole('main').getByRole('link', { name: link }).waitFor();
});
