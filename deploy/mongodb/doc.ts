import type { Binary, BSONRegExp, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';

/**
 * A document in memory with the number types of the wire. A number is an int32 when it is whole and fits, else a
 * double; a whole double of int32 size stays a `Double`, an int64 stays a `Long`. Values are never changed in place
 * once stored.
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
