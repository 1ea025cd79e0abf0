import { BSONRegExp, MaxKey, MinKey } from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { keyOf, RANK, rank } from './order.ts';
import { toNumber, typeName } from './values.ts';

/** Tests one value; `undefined` is a missing field. */
export type Predicate = (value: Value | undefined) => boolean;

/** Creates a predicate from an operand and its sibling operators. */
type Maker = (operand: Value, all: Doc) => Predicate;

export const PREDICATES: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['$eq', (operand) => equalTo(operand)],
  ['$gt', (operand) => ordered(operand, (difference) => difference > 0)],
  ['$gte', (operand) => ordered(operand, (difference) => difference >= 0)],
  ['$lt', (operand) => ordered(operand, (difference) => difference < 0)],
  ['$lte', (operand) => ordered(operand, (difference) => difference <= 0)],
  ['$in', oneOf],
  ['$regex', regex],
  ['$size', size],
  ['$type', ofType],
  ['$mod', modulo],
]);

/** Equality; null also matches a missing field. */
export function equalTo(operand: Value): Predicate {
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' || typeof operand === 'boolean') return (value) => value === operand;
  const kind = rank(operand);
  const key = keyOf(operand);
  return (value) => value !== undefined && rank(value) === kind && keyOf(value) === key;
}

/** Compares only within one type family, as MongoDB does; NaN is neither more nor less than any value. */
function ordered(operand: Value, test: (difference: number) => boolean): Predicate {
  if (operand instanceof BSONRegExp) throw new CommandError('BadValue', "Can't have RegEx as arg to a comparison");
  const everyType = operand instanceof MinKey || operand instanceof MaxKey;
  const kind = rank(operand);
  const key = keyOf(operand);
  const isNaNOperand = isNaNumber(operand);
  return (value) => {
    if (value === undefined && !everyType && kind !== RANK.null) return false;
    if (!everyType && rank(value) !== kind) return false;
    if (isNaNOperand !== isNaNumber(value)) return false;
    const other = keyOf(value);
    return test(other === key ? 0 : other < key ? -1 : 1);
  };
}

function isNaNumber(value: Value | undefined): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}

function oneOf(operand: Value): Predicate {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$in needs an array');
  const keys = new Set<string>();
  const patterns: Predicate[] = [];
  for (const item of operand) {
    if (item instanceof BSONRegExp) patterns.push(regexMatch(item));
    else if (isDollarDoc(item)) throw new CommandError('BadValue', 'cannot nest $ under $in');
    else keys.add(keyOf(item));
  }
  return (value) => keys.has(keyOf(value)) || patterns.some((matches) => matches(value));
}

function isDollarDoc(value: Value): boolean {
  return typeName(value) === 'object' && Object.keys(value ?? {}).some((name) => name.startsWith('$'));
}

function regex(operand: Value, all: Doc): Predicate {
  const options = '$options' in all ? all.$options : undefined;
  if (options !== undefined && typeof options !== 'string') {
    throw new CommandError('BadValue', '$options has to be a string');
  }
  if (typeof operand === 'string') return regexMatch(new BSONRegExp(operand, options ?? ''));
  if (!(operand instanceof BSONRegExp)) throw new CommandError('BadValue', '$regex has to be a string');
  if (options !== undefined && operand.options !== '') {
    throw new CommandError(51075, 'options set in both $regex and $options');
  }
  return regexMatch(options === undefined ? operand : new BSONRegExp(operand.pattern, options));
}

/** Syntax of PCRE that JavaScript would interpret differently. */
const PCRE_ONLY = /\\[AzZQEGKRXhHNVC]|\(\?(?:[imsxUJ#|>&R0-9+-]|P[<=>])|[*+?}]\+|\[\[:/;

/** A regular expression matches strings, and equals itself. */
export function regexMatch(pattern: BSONRegExp): Predicate {
  const compiled = compileRegex(pattern);
  const key = keyOf(pattern);
  return (value) =>
    typeof value === 'string' ? compiled.test(value) : value instanceof BSONRegExp && keyOf(value) === key;
}

function compileRegex({ pattern, options }: BSONRegExp): RegExp {
  if (/[^imsu]/.test(options)) throw new CommandError(51108, `invalid flag in regex options: ${options}`);
  if (PCRE_ONLY.test(pattern)) throw new CommandError(51091, `Regular expression is not supported: ${pattern}`);
  const flags = options.replace('u', '');
  for (const mode of ['u', '']) {
    try {
      return new RegExp(pattern, flags + mode);
    } catch (error) {
      // The strict mode refuses harmless escapes such as `\-`; without it `\p` would silently be the letter.
      if (mode === '' || /\\[pP]/.test(pattern)) {
        throw new CommandError(
          51091,
          `Regular expression is invalid: ${error instanceof Error ? error.message : error}`,
        );
      }
    }
  }
  throw new CommandError(51091, 'Regular expression is invalid');
}

function size(operand: Value): Predicate {
  const wanted = toNumber(operand);
  if (wanted === undefined) throw new CommandError('BadValue', '$size must be a whole number');
  if (!Number.isInteger(wanted)) throw new CommandError('BadValue', '$size must be a whole number');
  if (wanted < 0) throw new CommandError('BadValue', '$size may not be negative');
  return (value) => Array.isArray(value) && value.length === wanted;
}

const TYPE_CODES: Readonly<Record<number, string>> = {
  1: 'double',
  2: 'string',
  3: 'object',
  4: 'array',
  5: 'binData',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  10: 'null',
  11: 'regex',
  16: 'int',
  17: 'timestamp',
  18: 'long',
  '-1': 'minKey',
  127: 'maxKey',
};
const NUMBER_TYPES = ['int', 'long', 'double'];

function ofType(operand: Value): Predicate {
  const wanted = new Set((Array.isArray(operand) ? operand : [operand]).flatMap(typeNames));
  if (wanted.size === 0) throw new CommandError('FailedToParse', '$type must match at least one type');
  return (value) => value !== undefined && wanted.has(typeName(value));
}

function typeNames(operand: Value): string[] {
  if (operand === 'number') return NUMBER_TYPES;
  const code = toNumber(operand);
  const name = code === undefined ? operand : TYPE_CODES[code];
  if (typeof name === 'string' && Object.values(TYPE_CODES).includes(name)) return [name];
  throw new CommandError('BadValue', `Unknown type name alias or code: ${String(code ?? operand)}`);
}

function modulo(operand: Value): Predicate {
  if (!Array.isArray(operand) || operand.length !== 2) {
    throw new CommandError('BadValue', 'malformed mod, needs to be an array of two numbers');
  }
  const [divisor, remainder] = operand.map((item) => Math.trunc(toNumber(item) ?? Number.NaN));
  if (divisor === undefined || remainder === undefined || Number.isNaN(divisor) || Number.isNaN(remainder)) {
    throw new CommandError('BadValue', 'malformed mod, divisor and remainder must be numbers');
  }
  if (divisor === 0) throw new CommandError('BadValue', 'divisor cannot be 0');
  return (value) => {
    const number = toNumber(value);
    return number !== undefined && Number.isFinite(number) && Math.trunc(number) % divisor === remainder;
  };
}
