import { dayMs } from './durations.ts';

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

/** Data that the store or the service deletes a number of seconds after an event, e.g. `the last heartbeat`. */
interface RetentionByTime {
  readonly seconds: number;
  readonly after: string;
}

/** Content and retention of all data of one kind whose names match one pattern. */
export type FamilyRule = { readonly contains: string } & (RetentionByCause | RetentionByTime);

/** Rules by pattern: `*` matches any text without a slash, `**` any text, `{…}` is explained in docs/retention.md. */
export type Families = Readonly<Record<string, FamilyRule>>;

/**
 * Kinds of data outside of the service's own tables and collections. Redis keys have no prefix here; one without an
 * expiry has a rule with `until`, which states the reason.
 */
export type DataKind = 'redis key' | 'object' | 'stream' | 'file' | 'library table';

/** All stored data outside of the service's own tables and collections. */
export type StoredData = Readonly<Partial<Record<DataKind, Families>>>;

/** Returns the families of several declarations, by kind. */
export function mergeStoredData(declarations: readonly (StoredData | undefined)[]): StoredData {
  const merged: Partial<Record<DataKind, Families>> = {};
  for (const declaration of declarations)
    for (const [kind, families] of Object.entries(declaration ?? {}) as [DataKind, Families][])
      merged[kind] = { ...merged[kind], ...families };
  return merged;
}

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
