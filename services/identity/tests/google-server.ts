import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Events, OAuth2Server } from 'oauth2-mock-server';

/** Claims of a Google identity. */
export interface GoogleClaims {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/** Cookie with the claims of the person at the provider; empty for a person who declines. */
export const googleCookie = 'google_person';

/** An OpenID provider on loopback: the identity comes from the browser's cookie, else from `person`. */
export class GoogleServer {
  /** The identity without a cookie. */
  person: GoogleClaims = { sub: 'nobody' };
  /** Claims that override those of the person and of the sign-in. */
  forged: Record<string, unknown> = {};
  readonly #server: OAuth2Server;
  readonly #byCode = new Map<unknown, GoogleClaims>();

  private constructor(server: OAuth2Server) {
    this.#server = server;
    server.service.on(Events.BeforeAuthorizeRedirect, ({ url }, req) => this.#identify(url, req));
    server.service.on(Events.BeforeTokenSigning, (token, req) => {
      const person = this.#byCode.get(req.body?.code) ?? this.person;
      Object.assign(token.payload, { ...person, ...this.forged });
      if (!('aud' in this.forged)) token.payload.aud = GoogleServer.clientId;
    });
  }

  static readonly clientId = 'tribus-test';

  static async open(): Promise<GoogleServer> {
    const server = new OAuth2Server();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    // Serialised and parsed: the server rejects objects of another realm, such as those of the test.
    const key = JSON.parse(JSON.stringify(privateKey.export({ format: 'jwk' })));
    await server.issuer.keys.add({ ...key, alg: 'RS256', kid: 'test' });
    await server.start(0, '127.0.0.1');
    server.issuer.url = `http://127.0.0.1:${server.address().port}`;
    return new GoogleServer(server);
  }

  /** Reads the identity from the browser's cookie. */
  #identify(url: URL, { headers }: IncomingMessage): void {
    const cookie = new RegExp(`(?:^|; )${googleCookie}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
    if (cookie === undefined) return;
    const code = url.searchParams.get('code');
    if (cookie !== '') this.#byCode.set(code, JSON.parse(decodeURIComponent(cookie)));
    else {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    }
  }

  /** Address of the provider. */
  get url(): string {
    return this.#server.issuer.url ?? '';
  }

  /** Settings of identity for this provider. */
  get env(): Record<string, string> {
    return {
      GOOGLE_ISSUER: this.url,
      GOOGLE_CLIENT_ID: GoogleServer.clientId,
      GOOGLE_CLIENT_SECRET: 'a-secret-of-the-tests',
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    };
  }

  /** Agrees at the provider; returns the address to which it redirects the browser. */
  async agree(authorizationUrl: string): Promise<URL> {
    const response = await fetch(authorizationUrl, { redirect: 'manual' });
    return new URL(response.headers.get('location') ?? '');
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}
