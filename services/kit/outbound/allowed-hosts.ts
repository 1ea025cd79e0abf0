import { type Setting, variable } from '../core/settings.ts';

/** Private hosts allowed by the operator, as `host` or `host:port`. */
export const outboundHosts: Setting<readonly string[]> = {
  variables: [
    variable('OUTBOUND_ALLOWED_HOSTS', {
      about: 'Private hosts that user-supplied addresses may use; all other hosts must be public and use https.',
      type: 'hosts, or hosts with a port, separated by commas',
    }),
  ],
  read: (env) =>
    (env.optional('OUTBOUND_ALLOWED_HOSTS') ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
};
