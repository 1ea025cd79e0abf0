import { ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import * as library from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import type { Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { average, extreme, sum } from './folds.ts';
import { compare, equal } from './order.ts';
import { fromLibrary, toNumber, typeName } from './values.ts';

type Operator = (doc: Record<string, unknown>, operand: unknown, options: Options) => unknown;

/** An operator of one argument, which may be in an array of one. */
function unary(compute: (value: Value | undefined) => unknown): Operator {
  return (doc, operand, options) => {
    const argument = Array.isArray(operand) && operand.length === 1 ? operand[0] : operand;
    return compute(fromLibrary(evalExpr(doc, argument, options)));
  };
}

function binary(name: string, compute: (a: Value | undefined, b: Value | undefined) => unknown): Operator {
  return (doc, operand, options) => {
    if (!Array.isArray(operand) || operand.length !== 2) {
      throw new CommandError(16020, `Expression ${name} takes exactly 2 arguments`);
    }
    return compute(fromLibrary(evalExpr(doc, operand[0], options)), fromLibrary(evalExpr(doc, operand[1], options)));
  };
}

/** Folds all arguments, or the elements of a single one that is an array. */
function folded(compute: (values: Value[]) => unknown): Operator {
  return (doc, operand, options) => {
    const [only, ...more] = (Array.isArray(operand) ? operand : [operand]).map((argument: unknown) =>
      fromLibrary(evalExpr(doc, argument, options)),
    );
    if (more.length === 0 && Array.isArray(only)) return compute(only);
    return compute([only, ...more].map((value) => value ?? null));
  };
}

/** Compares values in an expression, where a missing field comes before null and all others. */
function difference(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  return compare(a, b);
}

function same(a: Value | undefined, b: Value | undefined): boolean {
  return (a === undefined) === (b === undefined) && equal(a, b);
}

function isFalse(value: Value | undefined): boolean {
  return value === undefined || value === null || value === false || toNumber(value) === 0;
}

function contains(item: Value | undefined, list: Value | undefined): boolean {
  if (!Array.isArray(list)) throw new CommandError(40081, '$in requires an array as a second argument');
  return item !== undefined && list.some((other) => equal(other, item));
}

function length(value: Value | undefined): number {
  if (Array.isArray(value)) return value.length;
  throw new CommandError(17124, `The argument to $size must be an array, but was of type: ${typeName(value)}`);
}

function element(name: string, at: number): Operator {
  return unary((value) => {
    if (value === undefined || value === null) return null;
    if (Array.isArray(value)) return value.at(at);
    throw new CommandError(28689, `${name}'s argument must be an array, but is ${typeName(value)}`);
  });
}

function text(value: Value | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return String(value);
  throw new CommandError(241, `Unsupported conversion from ${typeName(value)} to string`);
}

/** Operators that mingo computes like MongoDB. */
const FROM_LIBRARY = new Set([
  ...['$abs', '$add', '$ceil', '$divide', '$floor', '$mod', '$multiply', '$subtract'],
  ...['$and', '$or', '$cond', '$ifNull', '$let'],
  ...['$concat', '$split', '$strLenCP', '$substrCP'],
  ...['$arrayElemAt', '$concatArrays', '$filter', '$isArray', '$map', '$range', '$reduce', '$reverseArray', '$slice'],
  ...['$mergeObjects', '$objectToArray'],
  ...['$dateToString', '$dayOfMonth', '$hour', '$millisecond', '$minute', '$month', '$second', '$year'],
]);

/** Operators that need MongoDB's order, equality or errors. */
const OWN: Record<`$${string}`, Operator> = {
  $eq: binary('$eq', same),
  $ne: binary('$ne', (a, b) => !same(a, b)),
  $gt: binary('$gt', (a, b) => difference(a, b) > 0),
  $gte: binary('$gte', (a, b) => difference(a, b) >= 0),
  $lt: binary('$lt', (a, b) => difference(a, b) < 0),
  $lte: binary('$lte', (a, b) => difference(a, b) <= 0),
  $cmp: binary('$cmp', difference),
  $in: binary('$in', contains),
  $not: unary(isFalse),
  $size: unary(length),
  $first: element('$first', 0),
  $last: element('$last', -1),
  $type: unary(typeName),
  $toString: unary(text),
  $toLower: unary((value) => (text(value) ?? '').toLowerCase()),
  $toUpper: unary((value) => (text(value) ?? '').toUpperCase()),
  $sum: folded(sum),
  $avg: folded(average),
  $min: folded((values) => extreme(values, -1)),
  $max: folded((values) => extreme(values, 1)),
  $literal: (_doc, operand) => operand,
};

/** Every supported operator of an expression. */
export const OPERATORS = {
  ...Object.fromEntries(Object.entries(library).filter(([name]) => FROM_LIBRARY.has(name))),
  ...OWN,
};
