import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { isIndex, type Path } from './paths.ts';
import { field, isDoc } from './values.ts';

/** As far as MongoDB lets an update lengthen an array with nulls. */
const MAX_PADDING = 1_500_000;

/** The place an update path leads to, in a document that may be changed. */
export type Slot = { holder: Doc | Value[]; name: string };

/**
 * Finds the place of a path. With `create`, missing documents on the way are made; without, a path that leads nowhere
 * gives undefined. A path through a scalar, or by name through an array, is refused when it has to be made, and with
 * `needsWay` also when it has not.
 */
export function slotAt(root: Doc, path: Path, create: boolean, needsWay = create): Slot | undefined {
  let holder: Doc | Value[] = root;
  for (let at = 0; at < path.length; at++) {
    const name = path[at] ?? '';
    if (Array.isArray(holder) && !isIndex(name)) return needsWay ? refuse(path, at, holder, create) : undefined;
    if (at === path.length - 1) return { holder, name };
    let next = readSlot({ holder, name });
    if (next === undefined) {
      if (!create) return undefined;
      next = {};
      writeSlot({ holder, name }, next);
    }
    if (!isDoc(next) && !Array.isArray(next)) return needsWay ? refuse(path, at + 1, next, create) : undefined;
    holder = next;
  }
  return undefined;
}

function refuse(path: Path, at: number, value: Value, create: boolean): never {
  const element = `{${path[at - 1] ?? ''}: ${JSON.stringify(value)}}`;
  if (!create) {
    const message = `Cannot use the part (${path[at]}) of (${path.join('.')}) to traverse the element (${element})`;
    throw new CommandError('PathNotViable', message);
  }
  throw new CommandError('PathNotViable', `Cannot create field '${path[at]}' in element ${element}`);
}

export function readSlot({ holder, name }: Slot): Value | undefined {
  return Array.isArray(holder) ? holder[Number(name)] : field(holder, name);
}

export function writeSlot({ holder, name }: Slot, value: Value): void {
  if (!Array.isArray(holder)) {
    holder[name] = value;
    return;
  }
  const index = Number(name);
  if (index > holder.length + MAX_PADDING) {
    throw new CommandError('BadValue', `can't backfill more than ${MAX_PADDING} elements`);
  }
  while (holder.length < index) holder.push(null);
  holder[index] = value;
}

/** A removed field is gone; a removed element leaves null, so that the others keep their places. */
export function clearSlot({ holder, name }: Slot): void {
  if (!Array.isArray(holder)) delete holder[name];
  else if (Number(name) < holder.length) holder[Number(name)] = null;
}
