/** Rows that are deleted by a named cause: a user's action, an event, a job. */
interface RetentionByCause {
  /** Continues "kept until …", e.g. `the author or a moderator deletes the post`. */
  readonly until: string;
}

/** Rows that are deleted a number of days after the time in one of their columns; rows with null are kept. */
interface RetentionByAge<Column extends string> {
  /** May be a fraction; 0 when the column is itself the expiry. */
  readonly days: number;
  /** A timestamp, or a date (UTC), which counts from its start. */
  readonly since: Column;
  /** The job that deletes them when expiry needs further conditions or work; the store by default. */
  readonly by?: string;
}

export type RetentionRule<Column extends string = string> = RetentionByCause | RetentionByAge<Column>;

/** Retention of each table or collection; `DB` maps names to row or document types. */
export type Retention<DB> = { readonly [Name in keyof DB & string]: RetentionRule<keyof DB[Name] & string> };

/** The fields of a document with a date, which are the only ones by which MongoDB deletes expired documents. */
type DateField<T> = { [Field in keyof T & string]: T[Field] extends Date ? Field : never }[keyof T & string];

/** Retention of each collection; `Documents` maps names to document types. */
export type DocumentRetention<Documents> = {
  readonly [Name in keyof Documents & string]: RetentionRule<DateField<Documents[Name]>>;
};

/** `Retention` without the row types. */
export type AnyRetention = Readonly<Record<string, RetentionRule>>;

const dayMs = 24 * 60 * 60 * 1000;

/** A table or collection whose expired rows the store itself deletes. */
export interface Expiry {
  /** The table or collection. */
  readonly name: string;
  readonly since: string;
  readonly maxAgeMs: number;
}

/** Returns the tables and collections whose expired rows the store itself deletes. */
export const listExpiries = (retention: AnyRetention): Expiry[] =>
  Object.entries(retention).flatMap(([name, rule]) =>
    'days' in rule && !rule.by ? [{ name, since: rule.since, maxAgeMs: rule.days * dayMs }] : [],
  );
