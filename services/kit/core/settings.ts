import type { Environment } from './config.ts';

/** An environment variable, as described in docs/settings.md. */
export interface Variable {
  readonly name: string;
  /** The effect of the variable, in one sentence. */
  readonly about: string;
  /** The accepted values, e.g. `a whole number from 1 to 16`. */
  readonly type: string;
  /** The value when unset, as an operator would write it. */
  readonly default?: string | undefined;
  /** Whether the process refuses to start without it. */
  readonly required: boolean;
  /** The value of a required variable in trial set-ups (`npm start`, compose, kind) when unset. */
  readonly example?: string | undefined;
  /** Whether any long random text is valid; trial set-ups generate one. */
  readonly random?: boolean | undefined;
  /** Whether it must never appear on a page, in a log or in a ConfigMap. */
  readonly secret: boolean;
  /** Whether the launcher of the process sets it (addresses, ports, folders), not the operator. */
  readonly wired: boolean;
}

/** A setting of a process: its variables and its parser. */
export interface Setting<T> {
  readonly variables: readonly Variable[];
  /** Adds invalid values to `env.problems` and returns a placeholder of the type for them. */
  read(env: Environment): T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type SettingValues<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** The description of a variable; `secret` and `wired` default to false. */
export interface About {
  about: string;
  secret?: boolean;
  wired?: boolean;
}

type Kind = Partial<Pick<Variable, 'default' | 'required' | 'example' | 'random'>> & { type: string };

/** An unset text has a default; otherwise it is required and has an example, unless it is wired. */
type Unset = { default: string } | { default?: never; example: string } | { default?: never; wired: true };

/** Declares a variable of a setting with a custom parser. */
export const variable = (name: string, { about, secret = false, wired = false, ...kind }: About & Kind): Variable => ({
  required: false,
  ...kind,
  name,
  about,
  secret,
  wired,
});

const single = <T>(declared: Variable, read: (env: Environment) => T): Setting<T> => ({ variables: [declared], read });

/** Declares a text, required unless it has a default. */
export function text(name: string, { default: fallback, ...about }: About & Unset): Setting<string> {
  const declared = variable(name, { ...about, type: 'a text', default: fallback, required: fallback === undefined });
  return single(declared, (env) => (fallback === undefined ? env.text(name) : env.textOr(name, fallback)));
}

/** Declares a required secret shared only by our processes; any long random text is valid. */
export function secret(name: string, about: Pick<About, 'about'>): Setting<string> {
  const kind = { type: 'a long random text', required: true, secret: true, random: true };
  return single(variable(name, { ...about, ...kind }), (env) => env.text(name));
}

/** Declares an optional text; undefined when unset. */
export function optionalText(name: string, about: About): Setting<string | undefined> {
  return single(variable(name, { ...about, type: 'a text' }), (env) => env.optional(name));
}

interface Bounds {
  default: number;
  min?: number;
  max?: number;
}

/** Declares a whole number within bounds; the minimum defaults to 0. */
export function integer(name: string, { default: fallback, min = 0, max, ...about }: About & Bounds): Setting<number> {
  const type = `a whole number from ${min}${max === undefined ? '' : ` to ${max}`}`;
  const declared = variable(name, { ...about, type, default: String(fallback) });
  return single(declared, (env) => env.integer(name, fallback, max === undefined ? { min } : { min, max }));
}

/** Declares a choice of listed values. */
export function choice<const T extends readonly string[]>(
  name: string,
  values: T,
  { default: fallback, ...about }: About & { default: T[number] },
): Setting<T[number]> {
  const declared = variable(name, { ...about, type: values.join(', '), default: fallback });
  return single(declared, (env) => env.oneOf(name, values, fallback));
}

/** Declares a switch, `on` or `off`; `off` when unset. */
export function toggle(name: string, about: About): Setting<boolean> {
  const { variables, read } = choice(name, ['on', 'off'], { ...about, default: 'off' });
  return { variables, read: (env) => read(env) === 'on' };
}

/** Declares a required absolute URL; schemes end with a colon (`'https:'`). */
export function url(
  name: string,
  schemes: readonly string[],
  about: About & Exclude<Unset, { default: string }>,
): Setting<string> {
  const type = `a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  return single(variable(name, { ...about, type, required: true }), (env) => env.url(name, schemes));
}

/** Returns the name of a variable of one service or store: `IDENTITY_GRPC`. */
export const toVariableName = (name: string, suffix: string): string =>
  `${name.toUpperCase().replaceAll('-', '_')}_${suffix}`;

/** Combines several settings into one. */
export const group = <S extends Settings>(settings: S): Setting<SettingValues<S>> => ({
  variables: listVariables(Object.values(settings)),
  read: (env) => readSettings(env, settings),
});

/** Reads all settings from the environment. */
export function readSettings<S extends Settings>(env: Environment, settings: S): SettingValues<S> {
  const values = Object.entries(settings).map(([key, setting]) => [key, setting.read(env)]);
  return Object.fromEntries(values) as SettingValues<S>;
}

/** Returns the variables that an operator must set: required and not wired. */
export const selectRequired = (variables: readonly Variable[]): Variable[] =>
  variables.filter(({ required, wired }) => required && !wired);

/** Returns a test environment: the examples, and a published text for each random secret. */
export const examplesOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(
    selectRequired(variables).flatMap(({ name, example, random }) => {
      const value = random ? `published-with-the-tests-${name}` : example;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Returns the variables of all settings without duplicates. */
export function listVariables(settings: Iterable<Pick<Setting<unknown>, 'variables'>>): Variable[] {
  const byName = new Map<string, Variable>();
  for (const { variables } of settings) for (const declared of variables) byName.set(declared.name, declared);
  return [...byName.values()];
}
