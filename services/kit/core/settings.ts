import type { Environment } from './config.ts';

/** One variable of the environment, as the page of settings describes it. */
export interface Variable {
  readonly name: string;
  /** One sentence: what it decides. */
  readonly about: string;
  /** What it may be, e.g. `a whole number from 1 to 16`. */
  readonly type: string;
  /** What holds when it is not set, as an operator would write it. */
  readonly default?: string | undefined;
  /** The process does not start without it. */
  readonly required: boolean;
  /** What a required one is where people only try the system out (`npm start`, compose, kind) and set nothing. */
  readonly example?: string | undefined;
  /** A required secret that may be any long random text: one is made where people only try the system out. */
  readonly random?: boolean | undefined;
  /** Never on a page, in a log or in a ConfigMap. */
  readonly secret: boolean;
  /** Set by what starts the process (addresses, ports, folders): no choice of the operator. */
  readonly wired: boolean;
}

/** A setting of a process: its variables, and how they are read. */
export interface Setting<T> {
  readonly variables: readonly Variable[];
  /** Reports what does not hold to the reader's problems, and then gives any value of the type. */
  read(env: Environment): T;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type SettingValues<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** What describes a variable beside its name; `secret` and `wired` are false when left out. */
export interface About {
  about: string;
  secret?: boolean;
  wired?: boolean;
}

type Kind = Partial<Pick<Variable, 'default' | 'required' | 'example' | 'random'>> & { type: string };

/** What a text is when nobody sets it: its default, or nothing, and then an example says what it may be. */
type Unset = { default: string } | { default?: never; example: string } | { default?: never; wired: true };

/** One variable of a setting that is read in a way of its own. */
export const variable = (name: string, { about, secret = false, wired = false, ...kind }: About & Kind): Variable => ({
  required: false,
  ...kind,
  name,
  about,
  secret,
  wired,
});

const single = <T>(declared: Variable, read: (env: Environment) => T): Setting<T> => ({ variables: [declared], read });

/** A text without which the process does not start, unless it has a default. */
export function text(name: string, { default: fallback, ...about }: About & Unset): Setting<string> {
  const declared = variable(name, { ...about, type: 'a text', default: fallback, required: fallback === undefined });
  return single(declared, (env) => (fallback === undefined ? env.text(name) : env.textOr(name, fallback)));
}

/** A secret that only our own processes know, without which the process does not start; any long random text will do. */
export function secret(name: string, about: Pick<About, 'about'>): Setting<string> {
  const kind = { type: 'a long random text', required: true, secret: true, random: true };
  return single(variable(name, { ...about, ...kind }), (env) => env.text(name));
}

/** Undefined when it is not set. */
export function optionalText(name: string, about: About): Setting<string | undefined> {
  return single(variable(name, { ...about, type: 'a text' }), (env) => env.optional(name));
}

interface Bounds {
  default: number;
  min?: number;
  max?: number;
}

/** A whole number within its bounds; 0 is the least when no other is named. */
export function integer(name: string, { default: fallback, min = 0, max, ...about }: About & Bounds): Setting<number> {
  const type = `a whole number from ${min}${max === undefined ? '' : ` to ${max}`}`;
  const declared = variable(name, { ...about, type, default: String(fallback) });
  return single(declared, (env) => env.integer(name, fallback, max === undefined ? { min } : { min, max }));
}

/** One of a few words. */
export function choice<const T extends readonly string[]>(
  name: string,
  values: T,
  { default: fallback, ...about }: About & { default: T[number] },
): Setting<T[number]> {
  const declared = variable(name, { ...about, type: values.join(', '), default: fallback });
  return single(declared, (env) => env.oneOf(name, values, fallback));
}

/** `on` or `off`, which it is when not set. */
export function toggle(name: string, about: About): Setting<boolean> {
  const { variables, read } = choice(name, ['on', 'off'], { ...about, default: 'off' });
  return { variables, read: (env) => read(env) === 'on' };
}

/** An absolute URL without which the process does not start; schemes end with a colon (`'https:'`). */
export function url(
  name: string,
  schemes: readonly string[],
  about: About & Exclude<Unset, { default: string }>,
): Setting<string> {
  const type = `a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`;
  return single(variable(name, { ...about, type, required: true }), (env) => env.url(name, schemes));
}

/** A variable that is about one service or store: `IDENTITY_GRPC`. */
export const variableOf = (name: string, suffix: string): string =>
  `${name.toUpperCase().replaceAll('-', '_')}_${suffix}`;

/** Several as one. */
export const group = <S extends Settings>(settings: S): Setting<SettingValues<S>> => ({
  variables: variablesOf(Object.values(settings)),
  read: (env) => readSettings(env, settings),
});

/** Reads each of them. */
export function readSettings<S extends Settings>(env: Environment, settings: S): SettingValues<S> {
  const values = Object.entries(settings).map(([key, setting]) => [key, setting.read(env)]);
  return Object.fromEntries(values) as SettingValues<S>;
}

/** What an operator must set: required, and not set by what starts the process. */
export const requiredOf = (variables: readonly Variable[]): Variable[] =>
  variables.filter(({ required, wired }) => required && !wired);

/** An environment with what tests need not choose: the examples, and a published text for each random secret. */
export const examplesOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(
    requiredOf(variables).flatMap(({ name, example, random }) => {
      const value = random ? `published-with-the-tests-${name}` : example;
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The variables of all of them, each once. */
export function variablesOf(settings: Iterable<Pick<Setting<unknown>, 'variables'>>): Variable[] {
  const byName = new Map<string, Variable>();
  for (const { variables } of settings) for (const declared of variables) byName.set(declared.name, declared);
  return [...byName.values()];
}
