import { createHmac } from 'node:crypto';
import type { Clock } from '@tribus/kit/core/clock.ts';
import { hourMs } from '@tribus/kit/core/durations.ts';
import { isAllowedHost, type OutboundFetch } from '@tribus/kit/outbound/fetch.ts';
import type * as openid from 'openid-client';
import { z } from 'zod';
import type { GoogleConfig } from './google-settings.ts';

/** Loaded at the first sign-in with Google. */
const openidClient = () => import('openid-client');

/** Cache time of the provider's discovery document. */
const discoveredMs = hourMs;

/** The verified identity of a Google account. */
export interface GoogleUser {
  issuer: string;
  subject: string;
  email: string;
  emailVerified: boolean;
}

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().default(''),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
});

/** A pending sign-in: its state, and the secret of the browser that began it. */
interface Flow {
  state: string;
  browser: string;
}

interface GoogleClientOptions {
  config: GoogleConfig;
  publicUrl: string;
  fetch: OutboundFetch;
  allowedHosts: readonly string[];
  clock: Clock;
}

/**
 * OpenID Connect client of the configured issuer; contacts only hosts that the issuer names. Verifier and nonce of a
 * sign-in are derived from the browser's secret, so they are not stored.
 */
export class GoogleClient {
  readonly #options: GoogleClientOptions;
  #discovered: { at: number; answer: Promise<openid.Configuration> } | undefined;

  constructor(options: GoogleClientOptions) {
    this.#options = options;
  }

  /** Returns the address of the provider's sign-in page. Throws when the issuer is unavailable. */
  async authorizationUrl(flow: Flow): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openidClient();
    const url = buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: this.#callback,
      scope: 'openid email profile',
      state: flow.state,
      nonce: derive(flow, 'nonce'),
      code_challenge: await calculatePKCECodeChallenge(derive(flow, 'verifier')),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
    return url.href;
  }

  /**
   * Verifies the callback parameters and the signature of the ID token; returns the identity. Throws when they are
   * invalid.
   */
  async identify(parameters: URLSearchParams, flow: Flow): Promise<GoogleUser> {
    const { authorizationCodeGrant } = await openidClient();
    const tokens = await authorizationCodeGrant(await this.#discover(), new URL(`${this.#callback}?${parameters}`), {
      pkceCodeVerifier: derive(flow, 'verifier'),
      expectedNonce: derive(flow, 'nonce'),
      expectedState: flow.state,
      idTokenExpected: true,
    });
    const { iss, sub, email, email_verified } = Claims.parse(tokens.claims());
    return { issuer: iss, subject: sub, email, emailVerified: email_verified };
  }

  get #callback(): string {
    return `${this.#options.publicUrl}/api/oauth/google/callback`;
  }

  #discover(): Promise<openid.Configuration> {
    const now = this.#options.clock.now().getTime();
    if (this.#discovered && now - this.#discovered.at < discoveredMs) return this.#discovered.answer;
    const discovered = { at: now, answer: this.#fetchConfiguration() };
    this.#discovered = discovered;
    discovered.answer.catch(() => {
      if (this.#discovered === discovered) this.#discovered = undefined;
    });
    return discovered.answer;
  }

  async #fetchConfiguration(): Promise<openid.Configuration> {
    const { config, fetch, allowedHosts } = this.#options;
    const issuer = new URL(config.issuer);
    const send: openid.CustomFetch = (url, { method, headers, body, signal }) =>
      fetch(url, { method, headers, signal, ...(body != null && { body: String(body) }) });
    const isPrivate = isAllowedHost(issuer, allowedHosts);
    const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await openidClient();
    return discovery(issuer, config.clientId, config.clientSecret, undefined, {
      [customFetch]: send,
      execute: [enableNonRepudiationChecks, ...(isPrivate ? [allowInsecureRequests] : [])],
      timeout: 5,
    });
  }
}

/** 43 characters, the minimum length of a verifier. */
const derive = ({ state, browser }: Flow, what: 'verifier' | 'nonce'): string =>
  createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
