/** An environment: what `run()` reads from the process, or what a test hands over. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings and collects every problem, so that an operator sees all of them at once.
 * An empty string counts as not set.
 */
export class Environment {
  readonly #env: Env;
  readonly problems: string[] = [];

  constructor(env: Env) {
    this.#env = env;
  }

  /** A required text. */
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

  /** A whole number within `[min, max]`. */
  integer(name: string, fallback: number, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    const value = this.optional(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= min && number <= max) return number;
    this.problems.push(`${name} must be a whole number from ${min} to ${max}, not "${value}"`);
    return fallback;
  }

  /** A number within `[min, max]`. */
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
    const known = values.find((candidate) => candidate === value);
    if (!known) this.problems.push(`${name} must be one of ${values.join(', ')}, not "${value}"`);
    return known ?? fallback;
  }

  /** An absolute URL whose scheme is one of `schemes` (`'postgres:'`). */
  url(name: string, schemes: readonly string[]): string {
    const value = this.text(name);
    if (value && !(URL.canParse(value) && schemes.includes(new URL(value).protocol)))
      this.problems.push(`${name} must be a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    return value;
  }
}

/** A configuration that does not hold; its message lists every problem. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The configuration does not hold:\n${[...new Set(problems)].map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads a configuration; throws a ConfigError with all the problems. */
export function readConfig<T>(env: Env, read: (reader: Environment) => T): T {
  const reader = new Environment(env);
  const config = read(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return config;
}
