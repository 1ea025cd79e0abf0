import type { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/**
 * A document as this server holds it: what came over the wire, number types included.
 * A number is an int32 when it fits one and is whole, else a double; a whole double of int32 size stays a `Double`,
 * an int64 stays a `Long`. Values are never changed in place once stored.
 */
export type Doc = { [field: string]: Value };
export type Value =
  | null
  | boolean
  | number
  | string
  | Date
  | ObjectId
  | Long
  | Double
  | Binary
  | Timestamp
  | BSONRegExp
  | MinKey
  | MaxKey
  | Value[]
  | Doc;
