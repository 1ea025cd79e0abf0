import { Timestamp } from 'bson';
import { addToSet, type Change, pop, pull, push } from './arrays.ts';
import type { Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { compare } from './order.ts';
import { double, integer, isDoc, numberType, toNumber, typeName } from './values.ts';

/**
 * The change of one field by an operator: `creates` whether a missing field is created, `needsPath` whether a scalar on
 * the path is an error even then.
 */
export type Modifier = { change: Change; creates: boolean; needsPath?: boolean };

type Maker = (operand: Value, path: string) => Modifier;

/** Operators that compute a field from its current value. `$unset`, `$rename` and `$setOnInsert` are in update.ts. */
export const MODIFIERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['$set', (operand) => ({ creates: true, change: () => operand })],
  ['$inc', (operand, path) => ({ creates: true, change: increment(operand, path) })],
  ['$min', (operand) => ({ creates: true, change: (current) => closer(current, operand, -1) })],
  ['$max', (operand) => ({ creates: true, change: (current) => closer(current, operand, 1) })],
  ['$currentDate', (operand) => ({ creates: true, change: currentDate(operand) })],
  ['$push', (operand, path) => ({ creates: true, change: push(operand, path) })],
  ['$addToSet', (operand, path) => ({ creates: true, change: addToSet(operand, path) })],
  ['$pull', (operand, path) => ({ creates: false, needsPath: true, change: pull(operand, path) })],
  ['$pop', (operand, path) => ({ creates: false, needsPath: true, change: pop(operand, path) })],
]);

function increment(operand: Value, path: string): Change {
  if (numberType(operand) === undefined) {
    throw new CommandError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${path}: ${JSON.stringify(operand)}}`,
    );
  }
  return (current) => {
    if (current === undefined) return operand;
    if (numberType(current) === undefined) {
      const message = `Cannot apply $inc to a value of non-numeric type. The field '${path}' is of type ${typeName(current)}`;
      throw new CommandError('TypeMismatch', message);
    }
    return add(current, operand);
  };
}

/** A double yields a double; integers stay exact and grow from 32 to 64 bits. */
function add(a: Value, b: Value): Value {
  const types = [numberType(a), numberType(b)];
  if (types.includes('double')) return double((toNumber(a) ?? 0) + (toNumber(b) ?? 0));
  try {
    return integer(BigInt(String(a)) + BigInt(String(b)), types.includes('long'));
  } catch {
    throw new CommandError('BadValue', `Failed to apply $inc operations to current value (${String(a)}): overflow`);
  }
}

function closer(current: Value | undefined, operand: Value, sign: 1 | -1): Value {
  return current === undefined || compare(operand, current) * sign > 0 ? operand : current;
}

function currentDate(operand: Value): Change {
  const type = isDoc(operand) ? operand.$type : operand;
  if (isDoc(operand) && Object.keys(operand).some((name) => name !== '$type')) {
    throw new CommandError('BadValue', 'The only valid field of the option is $type');
  }
  if (type === 'timestamp') return () => new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
  if (typeof type === 'boolean' || type === 'date') return () => new Date();
  const message = `$currentDate needs true, or { $type: 'date' | 'timestamp' }, not ${typeName(operand)}`;
  throw new CommandError('BadValue', message);
}
