import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Events, OAuth2Server } from 'oauth2-mock-server';

/** What Google says of somebody. */
export interface GoogleClaims {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/** What a browser that is to be somebody at the provider keeps: their claims; nothing for whoever refuses there. */
export const googleCookie = 'google_person';

/** An OpenID provider on loopback: whoever comes is who their browser says, else the one that was named last. */
export class GoogleServer {
  /** Who signs in. */
  person: GoogleClaims = { sub: 'nobody' };
  /** Claims that go before those of the person and of the sign-in. */
  forged: Record<string, unknown> = {};
  readonly #server: OAuth2Server;
  readonly #byCode = new Map<unknown, GoogleClaims>();

  private constructor(server: OAuth2Server) {
    this.#server = server;
    server.service.on(Events.BeforeAuthorizeRedirect, ({ url }, req) => this.#meet(url, req));
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
    // Written out and read again: the server takes plain objects of the realm of the tests alone.
    const key = JSON.parse(JSON.stringify(privateKey.export({ format: 'jwk' })));
    await server.issuer.keys.add({ ...key, alg: 'RS256', kid: 'test' });
    await server.start(0, '127.0.0.1');
    server.issuer.url = `http://127.0.0.1:${server.address().port}`;
    return new GoogleServer(server);
  }

  /** Who comes, by their cookie. */
  #meet(url: URL, { headers }: IncomingMessage): void {
    const kept = new RegExp(`(?:^|; )${googleCookie}=([^;]*)`).exec(headers.cookie ?? '')?.[1];
    if (kept === undefined) return;
    const code = url.searchParams.get('code');
    if (kept !== '') this.#byCode.set(code, JSON.parse(decodeURIComponent(kept)));
    else {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    }
  }

  /** Where it is. */
  get url(): string {
    return this.#server.issuer.url ?? '';
  }

  /** The settings by which identity knows it. */
  get env(): Record<string, string> {
    return {
      GOOGLE_ISSUER: this.url,
      GOOGLE_CLIENT_ID: GoogleServer.clientId,
      GOOGLE_CLIENT_SECRET: 'a-secret-of-the-tests',
      OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    };
  }

  /** What the person agrees to at the provider: where it sends the browser back to. */
  async agree(authorizationUrl: string): Promise<URL> {
    const answer = await fetch(authorizationUrl, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}
