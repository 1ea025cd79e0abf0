import type { Variable } from '@tribus/kit/core/settings.ts';
import type { Service } from '@tribus/kit/service/service.ts';

const intro = `# Settings

What can be set for a process by its environment. Made by \`npm run settings\` from what the code declares
(\`settings\` in each \`service.ts\`); a test holds the two equal. A secret stands in a Secret or in \`.env\`, nowhere else.
What whoever starts a process makes for it (addresses, ports, folders) is no choice of an operator and is listed last.

In the chart a setting is \`settings.NAME\` where several know it, else \`services.<name>.env.NAME\`; with compose it is a
line in \`.env\`, or in \`.env.<service>\` for one service alone; with \`npm start\` it is set in the shell. What is
required and no secret has a value for trying things out in \`deploy/settings.yaml\`, which compose and the chart read, too;
\`npm start\` takes that, and makes what secrets it needs.
`;

/** The page of all settings, for operators. */
export function settingsPage(services: readonly Service[]): string {
  const common = commonOf(services);
  const sections = services.map((service) =>
    section(
      service.name,
      service.variables.filter(({ name }) => !common.some((each) => each.name === name)),
    ),
  );
  return [intro, section('Every process', common), ...sections].join('\n');
}

/** What all of them are told. */
const commonOf = (services: readonly Service[]): Variable[] =>
  (services[0]?.variables ?? []).filter(({ name }) =>
    services.every(({ variables }) => variables.some((variable) => variable.name === name)),
  );

function section(title: string, variables: readonly Variable[]): string {
  const chosen = variables.filter(({ wired }) => !wired);
  const made = variables.filter(({ wired }) => wired).map(({ name }) => `\`${name}\``);
  const table = ['| variable | what it decides | it is | default |', '|---|---|---|---|', ...chosen.map(row)];
  return [
    `## ${title}\n`,
    ...(chosen.length > 0 ? [`${table.join('\n')}\n`] : []),
    ...(made.length > 0 ? [`Made for it: ${made.join(', ')}.\n`] : []),
  ].join('\n');
}

function row({ name, about, type, secret, required, default: fallback }: Variable): string {
  const otherwise = fallback === undefined ? '' : `\`${fallback}\``;
  return `| \`${name}\` | ${about} | ${type}${secret ? '; secret' : ''} | ${required ? 'required' : otherwise} |`;
}
