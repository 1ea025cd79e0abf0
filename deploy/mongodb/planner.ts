import { BSONRegExp, MaxKey, MinKey } from 'bson';
import type { Doc, Value } from './doc.ts';
import type { Index } from './indexes.ts';
import { type KeyPart, partKey } from './keys.ts';
import { AFTER, descending, equal, rank, rankPrefix } from './order.ts';
import { isOperators } from './query.ts';
import { isDoc } from './values.ts';

/** Conditions of a filter on one field, as far as an index can use them. */
export type Bounds = {
  equal?: Value;
  oneOf?: Value[];
  above?: Value;
  atLeast?: Value;
  below?: Value;
  atMost?: Value;
  /** The field must exist, as in every entry of a sparse index. */
  present?: true;
};

/** The part of an index that contains every match. The filter is still applied to it. */
export type Plan = {
  index: Index;
  /** Key ranges, `low` <= key < `high`, in index order. */
  stretches: { low: string; high: string }[];
  backwards: boolean;
  /** The documents come in the requested order. */
  sorted: boolean;
};

/**
 * Returns the best index by the number of fields fixed by equality, then by order, then by range; undefined means a
 * full scan.
 */
export function choosePlan(
  indexes: Iterable<Index>,
  filter: Doc,
  sort: readonly KeyPart[],
  limited: boolean,
): Plan | undefined {
  const bounds = boundsOf(filter);
  let best: { plan: Plan; score: number } | undefined;
  for (const index of indexes) {
    const candidate = planFor(index, filter, bounds, sort, limited);
    if (candidate && (!best || candidate.score > best.score)) best = candidate;
  }
  return best?.plan;
}

/** Collects conditions at the top of a filter or under its `$and`. */
export function boundsOf(filter: Doc, found: Map<string, Bounds> = new Map()): Map<string, Bounds> {
  for (const [name, condition] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(condition)) {
      for (const branch of condition) if (isDoc(branch)) boundsOf(branch, found);
    }
    if (name.startsWith('$')) continue;
    const bounds = found.get(name) ?? {};
    if (isOperators(condition)) readOperators(condition, bounds);
    else if (isIndexable(condition)) bounds.equal ??= condition;
    found.set(name, bounds);
  }
  return found;
}

function readOperators(condition: Doc, bounds: Bounds): void {
  const { $eq, $in, $gt, $gte, $lt, $lte, $exists } = condition;
  if (isIndexable($eq)) bounds.equal ??= $eq;
  if (Array.isArray($in) && $in.every(isIndexable)) bounds.oneOf ??= $in;
  if (isRangeable($gt)) bounds.above ??= $gt;
  if (isRangeable($gte)) bounds.atLeast ??= $gte;
  if (isRangeable($lt)) bounds.below ??= $lt;
  if (isRangeable($lte)) bounds.atMost ??= $lte;
  if ($exists === true || $exists === 1) bounds.present = true;
}

/** An array also equals as a whole, and a pattern is no value: neither has a single position in an index. */
function isIndexable(value: Value | undefined): value is Value {
  return value !== undefined && !Array.isArray(value) && !(value instanceof BSONRegExp);
}

function isRangeable(value: Value | undefined): value is Value {
  return isIndexable(value) && value !== null && !(value instanceof MinKey) && !(value instanceof MaxKey);
}

type Scored = { plan: Plan; score: number };

function planFor(
  index: Index,
  filter: Doc,
  bounds: Map<string, Bounds>,
  sort: readonly KeyPart[],
  limited: boolean,
): Scored | undefined {
  if (!containsAllMatches(index, filter, bounds)) return undefined;
  const pinned = pinnedFields(index, bounds);
  const prefix = index.parts.slice(0, pinned).reduce((key, part) => key + pin(part, bounds), '');
  const next = index.parts[pinned];
  const range = next && bounds.get(next.name);
  const usable = range && !(pinned > 0 && index.multikey) ? range : undefined;
  const stretches = next && usable ? stretchesOf(prefix, next, usable, index.multikey) : undefined;
  const direction = sort.length > 0 ? sortDirection(index.parts, pinned, sort) : undefined;
  const sorted = direction !== undefined && givesOrder(index, pinned, stretches);
  // A sparse or partial index may be read completely: it contains less than the collection.
  const narrow = index.spec.sparse || index.spec.partialFilterExpression !== undefined;
  if (pinned === 0 && !stretches && !sorted && !narrow) return undefined;
  const complete = index.spec.unique && pinned === index.parts.length;
  const order = sorted && (limited || pinned > 0 || !hasConditions(bounds)) ? 2 : 0;
  return {
    plan: {
      index,
      stretches: stretches ?? [{ low: prefix, high: prefix + AFTER }],
      backwards: sorted && direction === -1,
      sorted,
    },
    score: (complete ? 1000 : 0) + pinned * 4 + order + (stretches || narrow ? 1 : 0),
  };
}

/** Reading a whole index yields a document first at its least (or greatest) element: a sort needs the same. */
function givesOrder(index: Index, pinned: number, stretches: Plan['stretches'] | undefined): boolean {
  if (index.multikey) return pinned === 0 && stretches === undefined && index.parts.length === 1;
  return (stretches?.length ?? 1) === 1;
}

function hasConditions(bounds: Map<string, Bounds>): boolean {
  return [...bounds.values()].some((bound) => Object.keys(bound).length > 0);
}

function pinnedFields(index: Index, bounds: Map<string, Bounds>): number {
  const open = index.parts.findIndex((part) => bounds.get(part.name)?.equal === undefined);
  const pinned = open === -1 ? index.parts.length : open;
  // Only for an index that may be chosen: reading `multikey` builds it.
  return pinned > 1 && index.multikey ? 1 : pinned;
}

function pin(part: KeyPart, bounds: Map<string, Bounds>): string {
  return partKey(bounds.get(part.name)?.equal, part.direction);
}

/** A sparse or partial index excludes documents, so it serves only a filter that also excludes them. */
function containsAllMatches(index: Index, filter: Doc, bounds: Map<string, Bounds>): boolean {
  const { sparse, partialFilterExpression: partial } = index.spec;
  if (partial) return Object.entries(partial).every(([name, condition]) => states(filter, name, condition));
  if (!sparse) return true;
  const first = bounds.get(index.parts[0]?.name ?? '');
  if (!first) return false;
  if (first.equal !== undefined) return first.equal !== null;
  if (first.oneOf) return !first.oneOf.includes(null);
  return Object.keys(first).length > 0;
}

/** Whether the filter contains exactly this condition, at its top or under `$and`. */
function states(filter: Doc, name: string, condition: Value): boolean {
  if (Object.hasOwn(filter, name) && equal(filter[name], condition)) return true;
  const { $and } = filter;
  return Array.isArray($and) && $and.some((branch) => isDoc(branch) && states(branch, name, condition));
}

/** Returns the direction in which the index provides this order: 1, -1, or undefined when it cannot. */
function sortDirection(parts: readonly KeyPart[], pinned: number, sort: readonly KeyPart[]): 1 | -1 | undefined {
  const constant = new Set(parts.slice(0, pinned).map((part) => part.name));
  let at = pinned;
  let direction: 1 | -1 | undefined;
  for (const wanted of sort) {
    if (constant.has(wanted.name)) continue;
    const part = parts[at++];
    if (part?.name !== wanted.name) return undefined;
    const same = part.direction === wanted.direction ? 1 : -1;
    if (direction !== undefined && direction !== same) return undefined;
    direction = same;
  }
  return direction ?? 1;
}

function stretchesOf(prefix: string, part: KeyPart, bounds: Bounds, oneSided: boolean): Plan['stretches'] | undefined {
  if (bounds.oneOf) {
    const keys = [...new Set(bounds.oneOf.map((value) => prefix + partKey(value, part.direction)))].sort();
    return keys.map((key) => ({ low: key, high: key + AFTER }));
  }
  const low = bounds.atLeast ?? bounds.above;
  const high = bounds.atMost ?? bounds.below;
  const type = low ?? high;
  if (type === undefined) return undefined;
  const family = rankPrefix(rank(type));
  // In an array one element may satisfy the lower bound and another the upper one.
  const upper = oneSided && low !== undefined ? undefined : high;
  const from = {
    key: low === undefined ? family : partKey(low, 1),
    inclusive: bounds.atLeast !== undefined || low === undefined,
  };
  const to = {
    key: upper === undefined ? family : partKey(upper, 1),
    inclusive: upper === undefined || bounds.atMost !== undefined,
  };
  return [part.direction === 1 ? stretch(prefix, from, to) : reversed(prefix, from, to)];
}

type Edge = { key: string; inclusive: boolean };

function stretch(prefix: string, from: Edge, to: Edge): { low: string; high: string } {
  return {
    low: prefix + from.key + (from.inclusive ? '' : AFTER),
    high: prefix + to.key + (to.inclusive ? AFTER : ''),
  };
}

function reversed(prefix: string, from: Edge, to: Edge): { low: string; high: string } {
  return stretch(prefix, { ...to, key: descending(to.key) }, { ...from, key: descending(from.key) });
}
