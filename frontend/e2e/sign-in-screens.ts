import type { Page } from 'playwright-core';
import { HttpClient } from '../../deploy/system-tests/people.ts';
import { type GoogleClaims, googleCookie } from '../../services/identity/tests/google-server.ts';
import { flaws, squeezed } from './accessibility.ts';
import { stageOfWorker } from './browser-bench.ts';

/** Fills in the form of `/login` and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  const secret = page.getByLabel('Contraseña', { exact: true });
  // A page that is being left may have a field of the same name, as the contact form.
  await secret.waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await secret.fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Returns the faults of the current screen, also texts that have too little space. */
export const faultsOf = async (page: Page): Promise<string[]> => [...(await flaws(page)), ...(await squeezed(page))];

/** Makes the browser this person at Google from now on, or refuse there. */
export async function beAtGoogle(page: Page, person: GoogleClaims | null): Promise<void> {
  const value = person ? encodeURIComponent(JSON.stringify(person)) : '';
  await page.context().addCookies([{ name: googleCookie, value, url: stageOfWorker().googleUrl }]);
}

const tokenIn = (page: Page) => page.evaluate<string | null>("localStorage.getItem('token')");

export const hasSession = async (page: Page): Promise<boolean> => (await tokenIn(page)) !== null;

/** Returns an API client with the session of the page. */
export async function clientOf(page: Page): Promise<HttpClient> {
  const url = new URL(page.url()).origin.replace('//localhost', '//127.0.0.1');
  return new HttpClient(url, (await tokenIn(page)) ?? undefined);
}

/** A phone that recognises its owner. */
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

/** The tap that a mailed link for verifying an address needs. */
export const confirmAddress = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Confirmar mi correo' }).click();
