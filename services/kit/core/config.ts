/** Environment variables: of the process in `run()`, or supplied by a test. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings and collects all problems, so that an operator sees them in one run. An empty string counts as unset.
 */
export class Environment {
  readonly #env: Env;
  readonly problems: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  /** Reads a required text. */
  text(name: string): string {
    const value = this.optional(name);
    if (value === undefined) this.problems.push(`${name} is not set`);
    return value ?? '';
  }

  textOr(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  optional(name: string): string | undefined {
    return this.#env[name] || undefined;
  }

  /** Reads a whole number within `[min, max]`. */
  integer(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  /** Reads a number within `[min, max]`. */
  number(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (number >= min && number <= max) return number;
    this.problems.push(`${name} must be a number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  oneOf<const T extends readonly string[]>(name: string, values: T, fallback: T[number]): T[number] {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const match = values.find((candidate) => candidate === value);
    if (!match) this.problems.push(`${name} must be one of ${values.join(', ')}, not "${value}"`);
    return match ?? fallback;
  }

  /** Reads a required absolute URL with one of `schemes` (`'postgres:'`). */
  url(name: string, schemes: readonly string[]): string {
    const value = this.text(name);
    if (value && !(URL.canParse(value) && schemes.includes(new URL(value).protocol)))
      this.problems.push(`${name} must be a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    return value;
  }
}

/** An invalid configuration; the message lists every problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration does not hold:\n${[...new Set(problems)].map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads a configuration; throws a ConfigError that lists all problems. */
export function readConfig<T>(env: Env, read: (environment: Environment) => T): T {
  const environment = new Environment(env);
  const config = read(environment);
  if (environment.problems.length > 0) throw new ConfigError(environment.problems);
  return config;
}
