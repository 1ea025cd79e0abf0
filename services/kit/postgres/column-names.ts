import { PostgresDialect, PostgresQueryCompiler, type QueryCompiler } from 'kysely';

/**
 * The names of the database, which are snake_case, and those of the code, which are camelCase: `placeSlug` is the column
 * `place_slug`. What the query builder names is translated as a statement is compiled, what a result calls its columns
 * once for the whole result (docs/decisions/0013). The text of `sql` fragments is sent as it stands, so it says
 * `place_slug`; the rows it gives say `placeSlug`. Names that only the code knows, such as aliases, are camelCase, too.
 */
export class ColumnNames {
  readonly #inCode = new Map<string, string>();

  toCode(name: string): string {
    return remembered(this.#inCode, name, toCamelCase);
  }
}

/** Postgres, with the names of the database for those of the code. */
export class NamingDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new NamingCompiler();
  }
}

class NamingCompiler extends PostgresQueryCompiler {
  readonly #identifiers = new Map<string, string>();

  protected override sanitizeIdentifier(identifier: string): string {
    return remembered(this.#identifiers, identifier, (name) => super.sanitizeIdentifier(toSnakeCase(name)));
  }
}

export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** As many as the code has: names do not come from callers. */
function remembered(names: Map<string, string>, name: string, translate: (name: string) => string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const translated = translate(name);
  names.set(name, translated);
  return translated;
}
