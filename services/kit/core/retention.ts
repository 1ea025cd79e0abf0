/** Rows that what is named deletes when it happens: an action of a person, an event, a job. */
interface KeptUntil {
  /** Continues "kept until …", e.g. `their author or a moderator deletes them`. */
  readonly until: string;
}

/** Rows that are deleted so many days after a time that stands in them; where that is null they are kept. */
interface KeptDays<Column extends string> {
  /** May be a part of a day; 0 for a time that is itself the end. */
  readonly days: number;
  /** A time, or a day (UTC), which counts from its beginning. */
  readonly since: Column;
  /** The job that deletes them, where more than the time decides or more has to be done; else the store does it. */
  readonly by?: string;
}

export type Kept<Column extends string = string> = KeptUntil | KeptDays<Column>;

/** How long the rows of each table are kept, or the documents of each collection; `DB` maps names to what they hold. */
export type Retention<DB> = { readonly [Name in keyof DB & string]: Kept<keyof DB[Name] & string> };

/** The same for who knows no more of the tables than their names. */
export type AnyRetention = Readonly<Record<string, Kept>>;

const dayMs = 24 * 60 * 60 * 1000;

/** One of those that the store itself deletes by time. */
export interface Expiry {
  /** The table or collection. */
  readonly name: string;
  readonly since: string;
  readonly keptMs: number;
}

/** What the store itself deletes by time. */
export const expiriesOf = (retention: AnyRetention): Expiry[] =>
  Object.entries(retention).flatMap(([name, kept]) =>
    'days' in kept && !kept.by ? [{ name, since: kept.since, keptMs: kept.days * dayMs }] : [],
  );
