import type { Page } from 'playwright-core';
import { Caller } from '../../deploy/system-tests/people.ts';
import { type GoogleClaims, googleCookie } from '../../services/identity/tests/google-server.ts';
import { barriers, squeezed, tooSmall, tooWide } from './accessibility.ts';
import { stageOfWorker } from './browser-bench.ts';

/** Fills in the form of `/login` and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** What is wrong with a screen as it stands there. */
export const faultsOf = async (page: Page): Promise<string[]> => [
  ...(await barriers(page)),
  ...(await tooWide(page)),
  ...(await tooSmall(page)),
  ...(await squeezed(page)),
];

/** At Google the browser is this person from now on, or refuses there. */
export async function beAtGoogle(page: Page, person: GoogleClaims | null): Promise<void> {
  const value = person ? encodeURIComponent(JSON.stringify(person)) : '';
  await page.context().addCookies([{ name: googleCookie, value, url: stageOfWorker().googleUrl }]);
}

const tokenIn = (page: Page) => page.evaluate<string | null>("localStorage.getItem('token')");

export const hasSession = async (page: Page): Promise<boolean> => (await tokenIn(page)) !== null;

/** Whoever is signed in there, as a caller of the API. */
export async function callerOf(page: Page): Promise<Caller> {
  const url = new URL(page.url()).origin.replace('//localhost', '//127.0.0.1');
  return new Caller(url, (await tokenIn(page)) ?? undefined);
}

/** A phone that knows its owner. */
export async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** The tap that a mailed link to prove an address asks for. */
export const confirmAddress = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Confirmar mi correo' }).click();
