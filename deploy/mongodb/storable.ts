import { BSONRegExp, ObjectId } from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { isDoc, typeName } from './values.ts';

/** Throws on field names that begin with `$`, at any depth. */
export function assertStorable(value: Value): void {
  if (Array.isArray(value)) for (const item of value) assertStorable(item);
  if (!isDoc(value)) return;
  for (const [name, item] of Object.entries(value)) {
    if (name.startsWith('$')) {
      const message = `The dollar ($) prefixed field '${name}' is not valid for storage.`;
      throw new CommandError('DollarPrefixedFieldName', message);
    }
    if (item !== null && typeof item === 'object') assertStorable(item);
  }
}

/** Returns the document with its `_id` as the first field, a new one when it has none. */
export function withId(source: Doc): Doc {
  const { _id = new ObjectId(), ...rest } = source;
  if (Array.isArray(_id) || _id instanceof BSONRegExp) {
    throw new CommandError('InvalidIdField', `The '_id' value cannot be of type ${typeName(_id)}`);
  }
  return { _id, ...rest };
}
