import type { Doc, Value } from './doc.ts';
import { field, isDoc } from './values.ts';

/** A dotted path, split: `a.b.0` is `['a', 'b', '0']`. */
export type Path = readonly string[];

const INDEX = /^(?:0|[1-9]\d*)$/;

export function isIndex(part: string | undefined): part is string {
  return part !== undefined && INDEX.test(part);
}

/**
 * Whether any value at the path passes the test, as in a query: arrays on the path are entered, their documents by name
 * and elements by number; an array at the end yields its elements and then itself (`spread`), or itself only. A missing
 * path yields `undefined` once, except through an array without documents: that yields nothing.
 */
export function someAt(doc: Doc, path: Path, spread: boolean, test: (value: Value | undefined) => boolean): boolean {
  return walk(doc, path, 0, spread, test);
}

type Test = (value: Value | undefined) => boolean;

function walk(start: Value | undefined, path: Path, from: number, spread: boolean, test: Test): boolean {
  let value = start;
  for (let at = from; at < path.length; at++) {
    if (Array.isArray(value)) return walkArray(value, path, at, spread, test);
    if (!isDoc(value)) return test(undefined);
    value = field(value, path[at] ?? '');
  }
  if (spread && Array.isArray(value) && value.some(test)) return true;
  return test(value);
}

function walkArray(items: Value[], path: Path, at: number, spread: boolean, test: Test): boolean {
  for (const item of items) {
    if (isDoc(item) && walk(item, path, at, spread, test)) return true;
  }
  const part = path[at];
  if (!isIndex(part)) return false;
  const index = Number(part);
  return index < items.length && walk(items[index], path, at + 1, spread, test);
}

/** Returns all values at the path, for `distinct` and `$lookup`; an array is replaced by its elements. */
export function valuesAt(doc: Doc, path: Path): Value[] {
  const found: Value[] = [];
  someAt(doc, path, false, (value) => {
    if (Array.isArray(value)) found.push(...value);
    else if (value !== undefined) found.push(value);
    return false;
  });
  return found;
}

/**
 * Returns the combinations of values of a document for an index over these paths: arrays are multiplied out, paths
 * through the same array advance together. `undefined` is a missing field, an empty array is itself. Returns undefined
 * for two different arrays, which no index or sort can order.
 */
export function combinations(doc: Doc, paths: readonly Path[]): (Value | undefined)[][] | undefined {
  const values = straightValues(doc, paths);
  return values ? [values] : combine(paths.map((path) => ({ value: doc, path, at: 0, done: false })));
}

/** Returns the only combination when no path crosses an array, else undefined. */
function straightValues(doc: Doc, paths: readonly Path[]): (Value | undefined)[] | undefined {
  const values: (Value | undefined)[] = [];
  for (const path of paths) {
    let value: Value | undefined = doc;
    for (const part of path) {
      value = isDoc(value) ? field(value, part) : undefined;
      if (Array.isArray(value)) return undefined;
    }
    values.push(value);
  }
  return values;
}

/** State of the walk along one path. */
type Step = { value: Value | undefined; path: Path; at: number; done: boolean };

function combine(start: readonly Step[]): (Value | undefined)[][] | undefined {
  const steps = start.map(advance);
  const open = steps.filter((step) => !step.done);
  const array = open[0]?.value;
  if (!Array.isArray(array)) return [steps.map((step) => step.value)];
  if (open.some((step) => step.value !== array)) return undefined;
  if (array.length === 0) return combine(steps.map((step) => (step.done ? step : emptied(step))));
  const found: (Value | undefined)[][] = [];
  for (const item of array) {
    const some = combine(steps.map((step) => (step.done ? step : entered(step, item))));
    if (!some) return undefined;
    found.push(...some);
  }
  return found;
}

/** Walks to the end of the path or to an array that must be multiplied out. */
function advance(step: Step): Step {
  if (step.done) return step;
  let { value, at } = step;
  for (; at < step.path.length; at++) {
    const part = step.path[at] ?? '';
    if (Array.isArray(value)) {
      if (!isIndex(part)) return { ...step, value, at };
      value = value[Number(part)];
    } else if (isDoc(value)) {
      value = field(value, part);
    } else {
      return { ...step, value: undefined, done: true };
    }
  }
  return { ...step, value, at, done: !Array.isArray(value) };
}

function emptied(step: Step): Step {
  const atEnd = step.at === step.path.length;
  return { ...step, value: atEnd ? step.value : undefined, done: true };
}

function entered(step: Step, item: Value): Step {
  if (step.at === step.path.length) return { ...step, value: item, done: true };
  return isDoc(item) ? { ...step, value: item } : { ...step, value: undefined, done: true };
}
