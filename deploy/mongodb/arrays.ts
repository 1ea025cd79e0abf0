import { BSONRegExp } from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { type KeyPart, sortBy, sortParts } from './keys.ts';
import { compare, keyOf } from './order.ts';
import { equalTo, type Predicate, regexMatch } from './predicates.ts';
import { compileFilter, elementPredicate, isOperators } from './query.ts';
import { isDoc, toNumber, typeName } from './values.ts';

/** Returns the new value of a field; undefined leaves a missing field missing. */
export type Change = (current: Value | undefined) => Value | undefined;

const PUSH_CLAUSES = new Set(['$each', '$slice', '$sort', '$position']);

/** `$push` of one value, or of `$each` with `$position`, then `$sort`, then `$slice`. */
export function push(operand: Value, path: string): Change {
  if (!isDoc(operand) || !('$each' in operand)) return (current) => [...arrayAt(current, path, '$push'), operand];
  for (const clause of Object.keys(operand)) {
    if (!PUSH_CLAUSES.has(clause)) throw new CommandError('BadValue', `Unrecognized clause in $push: ${clause}`);
  }
  const items = eachOf(operand, '$push');
  const position = wholeNumber(operand, '$position');
  const slice = wholeNumber(operand, '$slice');
  const order = operand.$sort === undefined ? undefined : sorter(operand.$sort);
  return (current) => {
    const result = [...arrayAt(current, path, '$push')];
    result.splice(position ?? result.length, 0, ...items);
    const sorted = order ? order(result) : result;
    return slice === undefined ? sorted : slice < 0 ? sorted.slice(slice) : sorted.slice(0, slice);
  };
}

/** `$addToSet` of one value or of `$each`: values equal to an element are skipped. */
export function addToSet(operand: Value, path: string): Change {
  const many = isDoc(operand) && '$each' in operand;
  if (many && Object.keys(operand).length > 1) {
    throw new CommandError('BadValue', 'Found unexpected fields after $each in $addToSet');
  }
  const items = many ? eachOf(operand, '$addToSet') : [operand];
  return (current) => {
    const result = [...arrayAt(current, path, '$addToSet')];
    const keys = new Set(result.map(keyOf));
    for (const item of items) {
      if (keys.has(keyOf(item))) continue;
      keys.add(keyOf(item));
      result.push(item);
    }
    return current !== undefined && result.length === arrayAt(current, path, '$addToSet').length ? current : result;
  };
}

/** `$pull` of all elements that equal a value, or match a condition. */
export function pull(operand: Value, path: string): Change {
  const matches = pullPredicate(operand);
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current))
      throw new CommandError('BadValue', `Cannot apply $pull to a non-array value at '${path}'`);
    const remaining = current.filter((item) => !matches(item));
    return remaining.length === current.length ? current : remaining;
  };
}

function pullPredicate(operand: Value): Predicate {
  if (operand instanceof BSONRegExp) return regexMatch(operand);
  if (!isDoc(operand)) return equalTo(operand);
  if (isOperators(operand)) return elementPredicate(operand);
  const match = compileFilter(operand);
  return (value) => isDoc(value) && match(value);
}

/** `$pop` of the last (1) or the first (-1) element. */
export function pop(operand: Value, path: string): Change {
  const end = toNumber(operand);
  if (end !== 1 && end !== -1) throw new CommandError('FailedToParse', '$pop expects 1 or -1');
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) {
      const message = `Path '${path}' contains an element of non-array type '${typeName(current)}'`;
      throw new CommandError('TypeMismatch', message);
    }
    if (current.length === 0) return current;
    return end === 1 ? current.slice(0, -1) : current.slice(1);
  };
}

function arrayAt(current: Value | undefined, path: string, operator: string): Value[] {
  if (current === undefined) return [];
  if (Array.isArray(current)) return current;
  const type = typeName(current);
  const message =
    operator === '$push'
      ? `The field '${path}' must be an array but is of type ${type}`
      : `Cannot apply ${operator} to non-array field. Field named '${path}' has non-array type ${type}`;
  throw new CommandError('BadValue', message);
}

function eachOf(operand: Doc, operator: string): Value[] {
  const { $each } = operand;
  if (Array.isArray($each)) return $each;
  const message = `The argument to $each in ${operator} must be an array but it was of type: ${typeName($each)}`;
  throw new CommandError(operator === '$push' ? 'BadValue' : 'TypeMismatch', message);
}

function wholeNumber(operand: Doc, clause: string): number | undefined {
  const value = operand[clause];
  if (value === undefined) return undefined;
  const number = toNumber(value);
  if (number !== undefined && Number.isInteger(number)) return number;
  throw new CommandError(
    'BadValue',
    `The value for ${clause} must be an integer value but was given type: ${typeName(value)}`,
  );
}

/** Sorts whole elements by 1 or -1, documents by their fields. */
function sorter(spec: Value): (items: Value[]) => Value[] {
  const direction = toNumber(spec);
  if (direction === 1 || direction === -1) return (items) => items.toSorted((a, b) => compare(a, b) * direction);
  if (!isDoc(spec) || Object.keys(spec).length === 0) {
    throw new CommandError('BadValue', 'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1}');
  }
  const parts: KeyPart[] = sortParts(spec);
  return (items) => sortBy(items, parts, (item) => (isDoc(item) ? item : {}));
}
