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
      about: 'The OAuth client id of this site; enables signing in with Google.',
      type: 'a text',
    }),
    variable('GOOGLE_CLIENT_SECRET', {
      about: 'The OAuth client secret; required with `GOOGLE_CLIENT_ID`.',
      type: 'a text',
      secret: true,
    }),
    variable('GOOGLE_ISSUER', {
      about: 'The OpenID Connect issuer.',
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
