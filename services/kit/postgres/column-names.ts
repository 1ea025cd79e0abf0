import { PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely';

/**
 * Maps database names (snake_case) to code names (camelCase): `placeSlug` is the column `place_slug`. Identifiers of
 * the query builder are translated when a statement is compiled, result columns once per result (docs/decisions/0013).
 * `sql` fragments are sent unchanged, so they use `place_slug`, but their rows have `placeSlug`. Aliases are camelCase.
 */
export class ColumnNames {
  readonly #camelCase = new Map<string, string>();

  toCode(name: string): string {
    return memoized(this.#camelCase, name, toCamelCase);
  }
}

/** Postgres dialect that translates code names to database names. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends PostgresQueryCompiler {
  readonly #identifiers = new Map<string, string>();

  protected override sanitizeIdentifier(identifier: string): string {
    return memoized(this.#identifiers, identifier, (name) => super.sanitizeIdentifier(toSnakeCase(name)));
  }
}

export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Bounded by the number of names in the code: names never come from requests. */
function memoized(names: Map<string, string>, name: string, translate: (name: string) => string): string {
  const cached = names.get(name);
  if (cached !== undefined) return cached;
  const translated = translate(name);
  names.set(name, translated);
  return translated;
}
