import { type Setting, variable } from '../core/settings.ts';

/** Private hosts, as `host` or `host:port`, that the operator allows. */
export const outboundHosts: Setting<readonly string[]> = {
  variables: [
    variable('OUTBOUND_ALLOWED_HOSTS', {
      about: 'Private hosts that addresses of strangers may name; all others must be public ones by https.',
      type: 'hosts, or hosts with a port, by comma',
    }),
  ],
  read: (env) =>
    (env.optional('OUTBOUND_ALLOWED_HOSTS') ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
};
