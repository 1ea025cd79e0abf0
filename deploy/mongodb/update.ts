import type { Doc, Value } from './doc.ts';
import { CommandError, notSupported } from './errors.ts';
import { MODIFIERS, type Modifier } from './modifiers.ts';
import type { Path } from './paths.ts';
import { matchedPosition } from './positions.ts';
import { clearSlot, readSlot, slotAt, writeSlot } from './slots.ts';
import { assertStorable } from './storable.ts';
import { assertSafeName, clone, isDoc } from './values.ts';

/** A parsed update: new content, or steps to apply. */
export type Update = { kind: 'replace'; doc: Doc } | { kind: 'modify'; steps: readonly Step[] };

/** One field and its change. */
type Step = { path: Path; inserting: boolean; apply(doc: Doc, path: Path): void };

/** Parses the `u` of an update. Operators and content cannot be mixed. */
export function parseUpdate(source: Value | undefined, multi: boolean): Update {
  if (Array.isArray(source)) throw notSupported('An update with a pipeline');
  if (!isDoc(source)) throw new CommandError('FailedToParse', 'An update must be a document');
  const names = Object.keys(source);
  if (!names[0]?.startsWith('$')) {
    if (multi) throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
    assertStorable(source);
    return { kind: 'replace', doc: source };
  }
  const steps = names.flatMap((operator) => parseOperator(operator, source[operator] ?? null));
  const sorted = steps.toSorted((a, b) => comparePaths(a.path, b.path));
  assertNoConflict(sorted);
  return { kind: 'modify', steps: sorted };
}

function parseOperator(operator: string, fields: Value): Step[] {
  if (!STEPS.has(operator) && !MODIFIERS.has(operator)) {
    throw new CommandError('FailedToParse', `Unknown modifier: ${operator}. Expected a valid update modifier`);
  }
  if (!isDoc(fields)) {
    throw new CommandError('FailedToParse', `Modifiers operate on fields but we found something else for ${operator}`);
  }
  return Object.entries(fields).flatMap(([name, operand]) => {
    const path = parsePath(name);
    assertStorable(stripClauses(operator, operand));
    return STEPS.get(operator)?.(path, operand, name) ?? [modify(operator, path, operand, name)];
  });
}

/** Returns the values that an operator stores, without the clauses of array operators such as `$each`. */
function stripClauses(operator: string, operand: Value): Value {
  if (operator === '$pull' || operator === '$currentDate') return null;
  const clauses = (operator === '$push' || operator === '$addToSet') && isDoc(operand) && '$each' in operand;
  return clauses ? (operand.$each ?? null) : operand;
}

function parsePath(name: string): Path {
  assertSafeName(name);
  const path = name.split('.');
  if (path.includes('')) {
    throw new CommandError(
      'EmptyFieldName',
      `The update path '${name}' contains an empty field name, which is not allowed.`,
    );
  }
  if (path.some((part) => part.startsWith('$['))) throw notSupported('An update of array elements by $[]');
  if (path.filter((part) => part === '$').length > 1) {
    throw new CommandError('BadValue', `Too many positional (i.e. '$') elements found in path '${name}'`);
  }
  const dollar = path.find((part) => part.startsWith('$') && part !== '$');
  if (dollar !== undefined || path[0] === '$') {
    const message = `The dollar ($) prefixed field '${dollar ?? '$'}' in '${name}' is not allowed in the context of an update`;
    throw new CommandError('DollarPrefixedFieldName', message);
  }
  return path;
}

function modify(operator: string, path: Path, operand: Value, name: string): Step {
  const modifier = MODIFIERS.get(operator)?.(operand, name);
  if (!modifier) throw new CommandError('FailedToParse', `Unknown modifier: ${operator}`);
  return { path, inserting: false, apply: (doc, at) => change(doc, at, modifier) };
}

function change(doc: Doc, path: Path, modifier: Modifier): void {
  const slot = slotAt(doc, path, modifier.creates, modifier.needsPath);
  if (!slot) return;
  const current = readSlot(slot);
  const next = modifier.change(current);
  if (next !== undefined && next !== current) writeSlot(slot, next);
}

type StepMaker = (path: Path, operand: Value, name: string) => Step[];

/** Operators that do more than change a value. */
const STEPS: ReadonlyMap<string, StepMaker> = new Map<string, StepMaker>([
  ['$unset', (path) => [{ path, inserting: false, apply: unset }]],
  [
    '$setOnInsert',
    (path, operand) => [
      { path, inserting: true, apply: (doc, at) => change(doc, at, { creates: true, change: () => operand }) },
    ],
  ],
  ['$rename', rename],
]);

function unset(doc: Doc, path: Path): void {
  const slot = slotAt(doc, path, false);
  if (slot) clearSlot(slot);
}

function rename(from: Path, operand: Value, name: string): Step[] {
  if (typeof operand !== 'string')
    throw new CommandError('BadValue', `The 'to' field for $rename must be a string: ${name}`);
  const to = parsePath(operand);
  if (from.includes('$') || to.includes('$')) {
    throw new CommandError('BadValue', 'The source and destination fields of $rename may not be dynamic');
  }
  if (operand === name) {
    throw new CommandError('BadValue', `The source and target field for $rename must differ: ${name}`);
  }
  const untouched: Step = { path: from, inserting: false, apply: () => undefined };
  return [untouched, { path: to, inserting: false, apply: (doc) => move(doc, from, to) }];
}

function move(doc: Doc, from: Path, to: Path): void {
  const source = slotAt(doc, from, false);
  const value = source ? readSlot(source) : undefined;
  if (!source || value === undefined) return;
  if (Array.isArray(source.holder))
    throw new CommandError('BadValue', 'The source field of $rename cannot be an array element');
  const target = slotAt(doc, to, true);
  if (!target) return;
  if (Array.isArray(target.holder))
    throw new CommandError('BadValue', 'The destination field of $rename cannot be an array element');
  clearSlot(source);
  writeSlot(target, value);
}

/** MongoDB processes fields in the order of their names. */
function comparePaths(a: Path, b: Path): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [left = '', right = ''] = [a[i], b[i]];
    if (left === right) continue;
    const numbers = Number(left) - Number(right);
    return Number.isNaN(numbers) ? (left < right ? -1 : 1) : numbers;
  }
  return a.length - b.length;
}

function assertNoConflict(sorted: readonly Step[]): void {
  // Usually all are top-level fields, which conflict only when they are the same.
  if (sorted.every(({ path }, i) => path.length === 1 && path[0] !== sorted[i - 1]?.path[0])) return;
  const taken = new Map<string, string>();
  for (const { path } of sorted) {
    const name = path.join('.');
    for (let length = 1; length <= path.length; length++) {
      const before = taken.get(path.slice(0, length).join('.'));
      if (before === undefined) continue;
      const message = `Updating the path '${name}' would create a conflict at '${before}'`;
      throw new CommandError('ConflictingUpdateOperators', message);
    }
    taken.set(name, name);
  }
}

/**
 * Returns the document after the update; the input is not changed. `filter` determines the element of a positional `$`.
 */
export function applyUpdate(update: Update, doc: Doc, filter: Doc, inserting: boolean): Doc {
  if (update.kind === 'replace') return replaced(doc, update.doc);
  const result = clone(doc);
  for (const step of update.steps) {
    if (step.inserting && !inserting) continue;
    step.apply(result, step.path.includes('$') ? matchedPosition(step.path, doc, filter) : step.path);
  }
  return result;
}

function replaced(doc: Doc, content: Doc): Doc {
  const { _id = doc._id, ...rest } = content;
  return _id === undefined ? rest : { _id, ...rest };
}
