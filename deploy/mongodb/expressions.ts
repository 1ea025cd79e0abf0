import { Double, Long, Timestamp } from 'bson';
import { Context, evalExpr, ProcessingMode } from 'mingo/core';
import type { Options } from 'mingo/types';
import { MingoError } from 'mingo/util';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { OPERATORS } from './operators.ts';
import type { Path } from './paths.ts';
import { field, fromLibrary, isDoc } from './values.ts';

/** Computes an aggregation expression for a document; undefined is a missing field. */
export type Expression = (doc: Doc) => Value | undefined;

/** Values of `$$name`: the `let` of a `$lookup`. */
export type Variables = Readonly<Record<string, Value>>;

const CONTEXT = Context.init({ expression: OPERATORS });

/** Compiles an expression. Fields, literals and objects are computed here, operators by mingo and `operators.ts`. */
export function compileExpression(source: Value, variables: Variables = {}): Expression {
  if (typeof source === 'string' && source.startsWith('$')) return reference(source, variables);
  if (Array.isArray(source)) {
    const items = source.map((item) => compileExpression(item, variables));
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (!isDoc(source)) return () => source;
  const names = Object.keys(source);
  const operator = names.find((name) => name.startsWith('$'));
  if (operator === undefined) return object(source, variables);
  if (names.length > 1) {
    throw new CommandError(15983, 'an expression must have exactly one field, an operator, when it has one');
  }
  if (operator === '$literal') return () => source.$literal;
  assertKnown(source);
  return computed(source, variables);
}

function object(source: Doc, variables: Variables): Expression {
  const fields = Object.entries(source).map(([name, value]) => {
    if (name.includes('.')) throw new CommandError(16412, `FieldPath field names may not contain '.': ${name}`);
    return { name, expression: compileExpression(value, variables) };
  });
  return (doc) => {
    const result: Doc = {};
    for (const { name, expression } of fields) {
      const value = expression(doc);
      if (value !== undefined) result[name] = value;
    }
    return result;
  };
}

function reference(source: string, variables: Variables): Expression {
  if (!source.startsWith('$$')) return pathExpression(source.slice(1).split('.'), source);
  const [name = '', ...path] = source.slice(2).split('.');
  if (name === 'ROOT' || name === 'CURRENT') return path.length === 0 ? (doc) => doc : pathExpression(path, source);
  if (name === 'REMOVE') return () => undefined;
  if (name === 'NOW') {
    const now = new Date();
    return () => now;
  }
  if (!Object.hasOwn(variables, name)) throw new CommandError(17276, `Use of undefined variable: ${name}`);
  const value = variables[name] ?? null;
  return () => read(value, path, 0);
}

function pathExpression(path: Path, source: string): Expression {
  if (path.includes('')) throw new CommandError(15998, `FieldPath must not have an empty part: '${source}'`);
  return (doc) => read(doc, path, 0);
}

/** A path through an array returns the array of its documents' values. */
function read(value: Value | undefined, path: Path, at: number): Value | undefined {
  const part = path[at];
  if (part === undefined) return value;
  if (isDoc(value)) return read(field(value, part), path, at + 1);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    const found = isDoc(item) || Array.isArray(item) ? read(item, path, at) : undefined;
    return found === undefined ? [] : [found];
  });
}

function assertKnown(source: Value): void {
  if (Array.isArray(source)) for (const item of source) assertKnown(item);
  if (!isDoc(source)) return;
  for (const [name, operand] of Object.entries(source)) {
    if (name.startsWith('$') && !Object.hasOwn(OPERATORS, name)) {
      throw new CommandError('InvalidPipelineOperator', `Unrecognized expression '${name}'`);
    }
    if (name !== '$literal') assertKnown(operand);
  }
}

function computed(source: Doc, variables: Variables): Expression {
  const options: Options = {
    idKey: '_id',
    processingMode: ProcessingMode.CLONE_OFF,
    useStrictMode: true,
    scriptEnabled: false,
    failOnError: true,
    variables: plainDoc(variables),
    context: CONTEXT,
  };
  const expression = plain(source);
  return (doc) => {
    try {
      return fromLibrary(evalExpr(plain(doc), expression, options));
    } catch (error) {
      if (error instanceof MingoError) throw new CommandError('BadValue', error.message);
      throw error;
    }
  };
}

/** Replaces typed numbers with plain ones, as mingo requires. An int64 beyond 2^53 stays as it is. */
function plain(value: Value): Value {
  if (value instanceof Double) return value.value;
  if (value instanceof Long && !(value instanceof Timestamp)) {
    const number = value.toNumber();
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.some((item) => plain(item) !== item) ? value.map(plain) : value;
  return isDoc(value) ? plainDoc(value) : value;
}

function plainDoc(doc: Readonly<Doc>): Doc {
  let copy: Doc | undefined;
  for (const [name, value] of Object.entries(doc)) {
    const changed = plain(value);
    if (changed === value) continue;
    copy ??= { ...doc };
    copy[name] = changed;
  }
  return copy ?? doc;
}
