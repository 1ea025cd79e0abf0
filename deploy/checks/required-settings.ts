import { requiredOf, type Variable } from '@tribus/kit/core/settings.ts';
import type { Service } from '@tribus/kit/service/service.ts';
import { stringify } from 'yaml';

const intro = `# What each process must be given and its definition declares. Written by \`npm run settings\`; a test holds it equal.
# docker-compose.yml extends its services by it, and the chart reads \`x-secrets\` (keys of the Secret) and \`x-examples\`
# (what must be set, with a value for trying things out). What a machine's .env does not name begins with the secret that
# its processes share.
`;

const complaint = 'copy .env.example to .env';

/** `deploy/settings.yaml`; `example` has the names that `.env.example` sets. */
export function requiredSettings(services: readonly Service[], example: ReadonlySet<string>): string {
  const entries = services.map(({ name, variables }) => {
    const required = requiredOf(variables);
    const secrets = required.filter(({ secret }) => secret).map((variable) => variable.name);
    const open = required.filter(({ secret }) => !secret).map((variable) => [variable.name, variable.example]);
    return [
      name,
      {
        environment: environmentOf(required, example),
        'x-secrets': secrets,
        'x-examples': Object.fromEntries(open),
      },
    ];
  });
  // The container that prepares the stores runs all services for a while, with the same keys.
  const all = services.flatMap(({ variables }) => requiredOf(variables));
  const prepare = { environment: environmentOf(all, example) };
  return `${intro}${stringify({ services: { ...Object.fromEntries(entries), prepare } }, { lineWidth: 0 })}`;
}

const environmentOf = (variables: readonly Variable[], example: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(variables.map((variable) => [variable.name, inCompose(variable, example)]));

/** As compose fills it in from `.env`. */
function inCompose({ name, random, example: value }: Variable, example: ReadonlySet<string>): string {
  if (value !== undefined) return `\${${name}:-${value}}`;
  if (random && !example.has(name)) return `\${${name}:-\${INTERNAL_TOKEN_SECRET:?${complaint}}-${name}}`;
  return `\${${name}:?${complaint}}`;
}
