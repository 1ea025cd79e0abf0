import { expect, test } from '@jest/globals';
import { barriers, tooWide } from './accessibility.ts';
import { openBrowserBench } from './browser-bench.ts';

const bench = openBrowserBench();

test('an admin tests the mail settings, and a server outside the public network is refused', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools', { refusals: [400] });
  await page.getByRole('main').getByRole('link', { name: 'Correo', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Correo', exact: true }).waitFor();
  await page.getByText('Del servidor', { exact: true }).waitFor();
  await page.getByLabel('Para').fill('ana@tribus.test');
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await page.getByText('El servidor ha aceptado el correo para ana@tribus.test').waitFor();

  await page.getByLabel('Servidor', { exact: true }).fill('localhost');
  await page.getByLabel('Remite').fill('hola@tribus.test');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Ese servidor no está en la red pública y no está permitido.').waitFor();
  expect((await (await bench.system.admin()).read('/admin/email-settings')).source).toBe('environment');
});

/** An ad that tries forbidden actions, and shows the results. */
const hostile = `<p id="found">?</p><script>
  const tries = {
    page: () => parent.document.title,
    address: () => top.location.href,
    'its token': () => parent.localStorage.getItem('token'),
    token: () => localStorage.getItem('token'),
    session: () => sessionStorage.length,
    cookie: () => document.cookie,
    way: () => { top.location.href = 'https://evil.test/'; return 'gone'; },
  };
  const found = Object.entries(tries).map(([what, look]) => {
    try { return what + '=' + look(); } catch (error) { return what + ': ' + error.name; }
  });
  fetch('/api/public/site').then(() => 'api=read', () => 'api: refused').then((api) => {
    document.getElementById('found').textContent = [...found, 'origin=' + origin, api].join(', ');
  });
</script>`;
const foundNothing = [
  ...['page', 'address', 'its token', 'token', 'session', 'cookie', 'way'].map((what) => `${what}: SecurityError`),
  'origin=null',
  'api: refused',
].join(', ');
/** The browser's messages about those attempts. */
const refusedTries =
  /Content Security Policy|Unsafe attempt to initiate navigation|sandboxed|Fetch API|CORS|evil\.test|null/;

test('an admin sees a preview of an ad while editing; it runs, and cannot read the page around it', async () => {
  const page = await bench.open(await bench.system.admin(), '/tools/ads-settings', { provoked: refusedTries });
  await page.getByLabel('Anuncio', { exact: true }).fill(hostile);
  const found = page.frameLocator('iframe[title="Publicidad"]').locator('#found');
  await found.getByText('origin=').waitFor();
  expect(await found.textContent()).toBe(foundNothing);
  expect(new URL(page.url()).pathname).toBe('/tools/ads-settings');
});

test.each([
  {
    what: 'a script that does not load',
    ad: 'https://ads.invalid/no.js',
    message:
      'No se ha cargado https://ads.invalid/no.js. Comprueba que existe y que su dirección empieza por https://.',
  },
  {
    what: 'a script without https',
    ad: '<script src="http://ads.invalid/no.js"></script>',
    message: 'No se ha cargado http://ads.invalid/no.js. Comprueba que existe y que su dirección empieza por https://.',
  },
  {
    what: 'a script that throws',
    ad: '<script>throw new Error("sin sitio")</script>',
    message: 'El anuncio ha fallado: Uncaught Error: sin sitio',
  },
])('the preview of an ad names the fault of $what, until the ad is corrected', async ({ ad, message }) => {
  const provoked = /ads\.invalid|ERR_|Content Security Policy/;
  const page = await bench.open(await bench.system.admin(), '/tools/ads-settings', { provoked, thrown: /sin sitio/ });
  await page.getByLabel('Anuncio', { exact: true }).fill(ad);
  const fault = page.getByRole('alert').getByText(message, { exact: true });
  await fault.waitFor();
  for (const look of [barriers, tooWide]) expect(await look(page)).toEqual([]);
  await page.getByLabel('Anuncio', { exact: true }).fill('<p>Miel</p>');
  await page.frameLocator('iframe[title="Publicidad"]').getByText('Miel').waitFor();
  expect(await fault.count()).toBe(0);
});

test('a member sees and closes an ad as often as a session may, a visitor of the login none', async () => {
  const admin = await bench.system.admin();
  const ana = await bench.system.newcomer('ana');
  const ad = { enabled: true, script: hostile, maxShowsPerSession: 1, intervalSec: 1 };
  expect((await admin.put('/admin/ads-config', ad)).status).toBe(200);
  try {
    const page = await bench.open(ana, '/tools/tribes', { provoked: refusedTries });
    const banner = page.getByRole('complementary', { name: 'Publicidad' });
    await banner.waitFor();
    const found = page.frameLocator('iframe[title="Publicidad"]').locator('#found');
    await found.getByText('origin=').waitFor();
    expect(await found.textContent()).toBe(foundNothing);
    await banner.getByRole('button', { name: 'Cerrar publicidad' }).click();
    await banner.waitFor({ state: 'hidden' });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/api/admin/ads-config')),
      page.reload(),
    ]);
    expect((await answer.json()).enabled).toBe(true);
    expect(JSON.parse(String(await page.evaluate('sessionStorage.getItem("ads")'))).shows).toBe(1);
    const visitor = await bench.open(null, '/login', { provoked: refusedTries });
    await visitor.getByRole('heading', { level: 1, name: 'Qué bien que vuelves' }).waitFor();
    // A member who arrives after the visitor waits as long for the ad as the visitor would.
    const later = await bench.open(ana, '/tools/tribes', { provoked: refusedTries });
    await later.getByRole('complementary', { name: 'Publicidad' }).waitFor();
    expect(await visitor.getByRole('complementary', { name: 'Publicidad' }).count()).toBe(0);
  } finally {
    await admin.put('/admin/ads-config', { enabled: false, script: '', maxShowsPerSession: 2, intervalSec: 180 });
  }
});

test('only admins see the settings: members are redirected to the home page, visitors to the login', async () => {
  const ana = await bench.system.newcomer('ana');
  for (const path of ['/tools/email-settings', '/tools/storage-settings', '/tools/ads-settings']) {
    const page = await bench.open(ana, path);
    await page.waitForURL((url) => url.pathname === '/');
    const visitor = await bench.open(null, path);
    await visitor.waitForURL((url) => url.pathname === '/login');
  }
});
