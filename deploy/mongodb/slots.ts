import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import { isIndex, type Path } from './paths.ts';
import { field, isDoc } from './values.ts';

/** Maximum number of nulls by which MongoDB lets an update extend an array. */
const MAX_PADDING = 1_500_000;

/** The slot of an update path, in a document that may be changed. */
export type Slot = { holder: Doc | Value[]; name: string };

/**
 * Finds the slot of a path. With `create`, missing documents on the path are created; without, a missing path returns
 * undefined. A path through a scalar, or by name through an array, throws when it must be created, and with `needsPath`
 * always.
 */
export function slotAt(root: Doc, path: Path, create: boolean, needsPath = create): Slot | undefined {
  let holder: Doc | Value[] = root;
  for (let at = 0; at < path.length; at++) {
    const name = path[at] ?? '';
    if (Array.isArray(holder) && !isIndex(name)) return needsPath ? refuse(path, at, holder, create) : undefined;
    if (at === path.length - 1) return { holder, name };
    let next = readSlot({ holder, name });
    if (next === undefined) {
      if (!create) return undefined;
      next = {};
      writeSlot({ holder, name }, next);
    }
    if (!isDoc(next) && !Array.isArray(next)) return needsPath ? refuse(path, at + 1, next, create) : undefined;
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

/** A removed field is deleted; a removed element becomes null, so that the others keep their index. */
export function clearSlot({ holder, name }: Slot): void {
  if (!Array.isArray(holder)) delete holder[name];
  else if (Number(name) < holder.length) holder[Number(name)] = null;
}
