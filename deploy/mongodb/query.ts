import { BSONRegExp } from 'bson';
import type { Doc, Value } from './doc.ts';
import { CommandError, notSupported } from './errors.ts';
import { compileExpression, type Variables } from './expressions.ts';
import { type Path, someAt } from './paths.ts';
import { equalTo, PREDICATES, type Predicate, regexMatch } from './predicates.ts';
import { isDoc, toNumber } from './values.ts';

export type Match = (doc: Doc) => boolean;

const ALWAYS: Match = () => true;

/** Compiles a filter to a test of documents; throws MongoDB's error for unsupported operators. */
export function compileFilter(filter: Doc, variables: Variables = {}): Match {
  const matches = Object.entries(filter).map(([name, condition]) =>
    name.startsWith('$') ? topLevel(name, condition, variables) : fieldMatch(name, condition),
  );
  return every(matches);
}

function every(matches: readonly Match[]): Match {
  const [first, ...rest] = matches;
  if (!first) return ALWAYS;
  if (rest.length === 0) return first;
  return (doc) => matches.every((match) => match(doc));
}

function topLevel(name: string, condition: Value, variables: Variables): Match {
  switch (name) {
    case '$and':
      return every(branches(name, condition, variables));
    case '$or': {
      const any = branches(name, condition, variables);
      return (doc) => any.some((match) => match(doc));
    }
    case '$nor': {
      const none = branches(name, condition, variables);
      return (doc) => !none.some((match) => match(doc));
    }
    case '$expr': {
      const expression = compileExpression(condition, variables);
      return (doc) => isTrue(expression(doc));
    }
    case '$comment':
      return ALWAYS;
    case '$where':
    case '$text':
    case '$jsonSchema':
      throw notSupported(name);
    default:
      throw new CommandError('BadValue', `unknown top level operator: ${name}`);
  }
}

function branches(name: string, condition: Value, variables: Variables): Match[] {
  if (!Array.isArray(condition) || condition.length === 0) {
    throw new CommandError('BadValue', `${name} argument must be a non-empty array`);
  }
  return condition.map((branch) => {
    if (!isDoc(branch)) throw new CommandError('BadValue', `${name} argument's entries must be objects`);
    return compileFilter(branch, variables);
  });
}

/** Whether the result of an aggregation expression counts as true. */
export function isTrue(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== false && toNumber(value) !== 0;
}

/** `{ $gt: 1 }` is operators; `{}` and `{ a: 1 }` are documents to compare with. */
export function isOperators(condition: Value | undefined): condition is Doc {
  return isDoc(condition) && (Object.keys(condition)[0]?.startsWith('$') ?? false);
}

function fieldMatch(name: string, condition: Value): Match {
  const path = name.split('.');
  if (isOperators(condition)) return operatorsMatch(path, condition, true);
  const predicate = condition instanceof BSONRegExp ? regexMatch(condition) : equalTo(condition);
  return (doc) => someAt(doc, path, true, predicate);
}

/** With `spread` an array at the end of the path is also matched element by element. */
function operatorsMatch(path: Path, operators: Doc, spread: boolean): Match {
  if ('$options' in operators && !('$regex' in operators))
    throw new CommandError('BadValue', '$options needs a $regex');
  const names = Object.keys(operators).filter((name) => name !== '$options');
  return every(names.map((name) => operatorMatch({ path, spread, all: operators }, name, operators[name] ?? null)));
}

/** Path of a condition, and its sibling operators. */
type OperatorContext = { path: Path; spread: boolean; all: Doc };

function operatorMatch(context: OperatorContext, name: string, operand: Value): Match {
  const { path, spread } = context;
  switch (name) {
    case '$ne':
      if (operand instanceof BSONRegExp) throw new CommandError('BadValue', "Can't have regex as arg to $ne.");
      return not(operatorMatch(context, '$eq', operand));
    case '$nin':
      return not(operatorMatch(context, '$in', operand));
    case '$not':
      return not(negated(context, operand));
    case '$exists': {
      const present: Match = (doc) => someAt(doc, path, spread, (value) => value !== undefined);
      return isTrue(operand) ? present : not(present);
    }
    case '$all':
      return allMatch(context, operand);
    case '$elemMatch': {
      const element = elementPredicate(operand);
      return (doc) => someAt(doc, path, false, (value) => Array.isArray(value) && value.some(element));
    }
    default:
      return predicateMatch(context, name, operand);
  }
}

function predicateMatch({ path, spread, all }: OperatorContext, name: string, operand: Value): Match {
  const make = PREDICATES.get(name);
  if (!make) throw new CommandError('BadValue', `unknown operator: ${name}`);
  const predicate = make(operand, all);
  const elements = spread && name !== '$size';
  return (doc) => someAt(doc, path, elements, predicate);
}

function not(match: Match): Match {
  return (doc) => !match(doc);
}

function negated({ path, spread }: OperatorContext, operand: Value): Match {
  if (operand instanceof BSONRegExp) {
    const pattern = regexMatch(operand);
    return (doc) => someAt(doc, path, spread, pattern);
  }
  if (!isOperators(operand)) throw new CommandError('BadValue', '$not needs a regex or a document of operators');
  return operatorsMatch(path, operand, spread);
}

function allMatch({ path, spread }: OperatorContext, operand: Value): Match {
  if (!Array.isArray(operand)) throw new CommandError('BadValue', '$all needs an array');
  if (operand.length === 0) return () => false;
  return every(
    operand.map((item) => {
      if (isOperators(item)) {
        if (!('$elemMatch' in item)) throw new CommandError('BadValue', 'no $ expressions in $all');
        return operatorsMatch(path, item, spread);
      }
      const predicate = item instanceof BSONRegExp ? regexMatch(item) : equalTo(item);
      return (doc: Doc) => someAt(doc, path, spread, predicate);
    }),
  );
}

const LOGICAL = new Set(['$and', '$or', '$nor', '$expr', '$where']);

/** Returns the test of one array element: operators on the element itself, or a filter on it as a document. */
export function elementPredicate(operand: Value): Predicate {
  if (!isDoc(operand)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  if (isOperators(operand) && !LOGICAL.has(Object.keys(operand)[0] ?? '')) {
    const match = operatorsMatch(['element'], operand, false);
    return (value) => value !== undefined && match({ element: value });
  }
  const match = compileFilter(operand);
  return (value) => isDoc(value) && match(value);
}
