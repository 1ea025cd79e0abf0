import type { Environment } from '@tribus/kit/core/config.ts';
import { type Setting, variable } from '@tribus/kit/core/settings.ts';

/** The OpenID provider and this site's client credentials. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const defaultIssuer = 'https://accounts.google.com';

/** Undefined when sign-in with Google is not configured. */
export const google: Setting<GoogleConfig | undefined> = {
  variables: [
    variable('GOOGLE_CLIENT_ID', {
      about: 'Switches signing in with Google on: what it calls this site.',
      type: 'a text',
    }),
    variable('GOOGLE_CLIENT_SECRET', {
      about: 'What this site proves itself to Google with; needed with `GOOGLE_CLIENT_ID`.',
      type: 'a text',
      secret: true,
    }),
    variable('GOOGLE_ISSUER', {
      about: 'Who says who somebody is, by OpenID Connect.',
      type: 'a URL starting with https://, or http:// for an allowed host',
      default: defaultIssuer,
    }),
  ],
  read: readGoogle,
};

function readGoogle(env: Environment): GoogleConfig | undefined {
  const issuer = env.textOr('GOOGLE_ISSUER', defaultIssuer);
  const clientId = env.optional('GOOGLE_CLIENT_ID');
  if (clientId === undefined) return undefined;
  if (!URL.canParse(issuer) || !/^https?:$/.test(new URL(issuer).protocol))
    env.problems.push('GOOGLE_ISSUER must be a URL starting with https:// or http://');
  return { issuer, clientId, clientSecret: env.text('GOOGLE_CLIENT_SECRET') };
}
