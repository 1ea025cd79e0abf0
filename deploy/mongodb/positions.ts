import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { Path } from './paths.ts';
import { compileFilter } from './query.ts';
import { readSlot, slotAt } from './slots.ts';
import { isDoc } from './values.ts';

/**
 * Returns the update path with `$` replaced by the number of the matched element: the first element that satisfies the
 * filter's condition on the array. Only one condition on the array is supported; with more, MongoDB's choice depends on
 * the order of evaluation, and a filter should use `$elemMatch`.
 */
export function matchedPosition(path: Path, doc: Doc, filter: Doc): Path {
  const at = path.indexOf('$');
  const array = path.slice(0, at);
  const slot = slotAt(doc, array, false);
  const items = slot ? readSlot(slot) : undefined;
  const conditions = conditionsOn(array.join('.'), filter);
  if (!Array.isArray(items) || conditions.length === 0) {
    throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.');
  }
  const [condition, ...more] = conditions;
  if (!condition || more.length > 0) {
    throw new CommandError('BadValue', 'The positional operator needs one condition on the array: use $elemMatch');
  }
  const match = compileFilter({ [condition.name]: condition.value });
  const index = items.findIndex((item) => match(nested(array, [item])));
  if (index === -1) {
    throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.');
  }
  return [...array, String(index), ...path.slice(at + 1)];
}

type Condition = { name: string; value: Value };

function conditionsOn(array: string, filter: Doc): Condition[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (name === '$and' && Array.isArray(value)) {
      return value.flatMap((branch) => (isDoc(branch) ? conditionsOn(array, branch) : []));
    }
    return name === array || name.startsWith(`${array}.`) ? [{ name, value }] : [];
  });
}

/** A document that contains only this array, at its path. */
function nested(path: Path, items: Value[]): Doc {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? items : nested(rest, items) };
}
