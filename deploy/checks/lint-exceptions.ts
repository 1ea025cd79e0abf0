import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { z } from 'zod';

/**
 * Finds unused exceptions of the linter: for each file pattern for which biome.json disables a rule, the linter without
 * exceptions must report one of its files. Biome reports unused suppression comments itself.
 */

const root = join(import.meta.dirname, '..', '..');
const Rules = z.record(z.string(), z.record(z.string(), z.unknown()));
const Override = z.object({ includes: z.array(z.string()), linter: z.object({ rules: Rules }) });
const config = z
  .looseObject({ overrides: z.array(Override) })
  .parse(JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')));
const Report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

/** Returns `complexity/noImportantStyles` for each rule that an override disables. */
const rulesOff = ({ linter: { rules } }: z.infer<typeof Override>): string[] =>
  Object.entries(rules).flatMap(([group, byName]) =>
    Object.entries(byName).flatMap(([rule, level]) => (level === 'off' ? [`${group}/${rule}`] : [])),
  );

/** Expands `{a,b}/**` to `a/**` and `b/**`. */
function alternatives(pattern: string): string[] {
  const [whole, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((choice) => alternatives(pattern.replace(whole, choice)));
}

/** Returns the files the linter reports without exceptions, by rule. */
function findings(rules: readonly string[]): Map<string, string[]> {
  const folder = join(root, 'node_modules', '.cache', 'lint-exceptions');
  mkdirSync(folder, { recursive: true });
  const { $schema: _, ...rest } = config;
  const overrides = config.overrides.filter((override) => rulesOff(override).length === 0);
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rest, overrides }));
  const only = rules.map((rule) => `--only=${rule}`);
  const args = ['lint', `--config-path=${folder}`, ...only, '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', 'biome'), args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout.startsWith('{')) throw new Error(`biome printed no report: ${stderr}`);
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  const byRule = Map.groupBy(diagnostics, ({ category }) => category.replace(/^lint\//, ''));
  return new Map([...byRule].map(([rule, found]) => [rule, found.map(({ location }) => location.path)]));
}

const exceptions = config.overrides.flatMap((override) =>
  rulesOff(override).flatMap((rule) => override.includes.flatMap(alternatives).map((pattern) => ({ rule, pattern }))),
);
const found = findings([...new Set(exceptions.map(({ rule }) => rule))]);
const unused = exceptions.filter(
  ({ rule, pattern }) => !(found.get(rule) ?? []).some((file) => matchesGlob(file, pattern)),
);
for (const { rule, pattern } of unused)
  process.stdout.write(`${rule} is disabled for ${pattern}, but no file there violates it\n`);
process.exitCode = unused.length > 0 ? 1 : 0;
