import { BSONRegExp } from 'bson';
import type { Collection } from './collection.ts';
import type { Doc, Value } from './doc.ts';
import { CommandError } from './errors.ts';
import type { FailPoints } from './fail-points.ts';
import type { KeyPart } from './keys.ts';
import { equal } from './order.ts';
import { compileFilter, isOperators } from './query.ts';
import { slotAt, writeSlot } from './slots.ts';
import { withId } from './storable.ts';
import type { Store } from './store.ts';
import type { Stored } from './stored.ts';
import { applyUpdate, type Update } from './update.ts';
import { identical, isDoc } from './values.ts';

/** One statement of an `update`, or a `findAndModify`. */
export type ChangeRequest = { filter: Doc; update: Update; multi: boolean; upsert: boolean; sort?: readonly KeyPart[] };

/** Result of a change. `before` and `after` are those of the last document. */
export type Changed = { matched: number; modified: number; upserted?: Stored; before?: Doc; after?: Doc };

/** The store whose documents are changed, with its database and fail points. */
type Target = { database: string; store: Store; failPoints: FailPoints };

/**
 * Changes the matches, or one of them; with `upsert` inserts a document when there is none. Search and change are
 * synchronous, unless a fail point delays an upsert: only then it returns a promise.
 */
export function changeDocuments(target: Target, namespace: string, change: ChangeRequest): Changed | Promise<Changed> {
  const { store, failPoints, database } = target;
  const changed = changeMatches(store, namespace, change);
  if (changed.matched > 0 || !change.upsert) return changed;
  const failPoint = failPoints.beforeUpsertInserts(database);
  if (failPoint) return failPoint.pass().then(() => upsertLater(target, namespace, change));
  return upsert(store.ensure(namespace), change);
}

function upsertLater(target: Target, namespace: string, change: ChangeRequest): Changed | Promise<Changed> {
  try {
    return upsert(target.store.ensure(namespace), change);
  } catch (error) {
    if (!isRepeated(error, change.filter)) throw error;
    return changeDocuments(target, namespace, change);
  }
}

function changeMatches(store: Store, namespace: string, change: ChangeRequest): Changed {
  const { filter, update, multi, sort = [] } = change;
  const match = compileFilter(filter);
  const collection = store.collection(namespace);
  const found = collection?.find({ filter, match, sort, limit: multi ? 0 : 1 }) ?? [];
  if (!collection || found.length === 0) return NOTHING;
  const result: Changed = { matched: found.length, modified: 0 };
  for (const stored of found) {
    const before = stored.doc;
    const after = applyUpdate(update, before, filter, false);
    result.before = before;
    result.after = after;
    if (identical(before, after)) continue;
    collection.replace(stored, after);
    result.modified++;
  }
  return result;
}

/** MongoDB retries an upsert that lost a race when its filter is only the values of the unique key. */
function isRepeated(error: unknown, filter: Doc): boolean {
  if (!(error instanceof CommandError) || error.codeName !== 'DuplicateKey') return false;
  const { keyValue } = error.details;
  const filterFields = Object.entries(filter);
  if (!isDoc(keyValue) || filterFields.length !== Object.keys(keyValue).length) return false;
  return filterFields.every(([name, value]) => Object.hasOwn(keyValue, name) && equal(value, keyValue[name]));
}

const NOTHING: Changed = { matched: 0, modified: 0 };

function upsert(collection: Collection, { filter, update }: ChangeRequest): Changed {
  const known = equalities(filter);
  const base = update.kind === 'replace' ? onlyId(known) : known;
  const doc = withId(applyUpdate(update, base, filter, true));
  if (known._id !== undefined && !equal(known._id, doc._id)) {
    throw new CommandError('ImmutableField', 'the _id of the filter cannot be changed by the update');
  }
  const upserted = collection.insert(doc);
  return { matched: 0, modified: 0, upserted, after: upserted.doc };
}

function onlyId({ _id }: Doc): Doc {
  return _id === undefined ? {} : { _id };
}

/** Fields that a filter fixes by equality: an upserted document contains them. */
function equalities(filter: Doc): Doc {
  const doc: Doc = {};
  for (const { name, value } of pinned(filter)) {
    const slot = slotAt(doc, name.split('.'), true);
    if (!slot || Object.hasOwn(slot.holder, slot.name)) {
      const message = `cannot infer query fields to set, path '${name}' is matched twice`;
      throw new CommandError('NotSingleValueField', message);
    }
    writeSlot(slot, value);
  }
  return doc;
}

function pinned(filter: Doc): { name: string; value: Value }[] {
  return Object.entries(filter).flatMap(([name, condition]) => {
    const branches = Array.isArray(condition) ? condition : [];
    if (name === '$and' || (name === '$or' && branches.length === 1)) {
      return branches.flatMap((branch) => (isDoc(branch) ? pinned(branch) : []));
    }
    if (name.startsWith('$') || condition instanceof BSONRegExp) return [];
    if (!isOperators(condition)) return [{ name, value: condition }];
    return condition.$eq === undefined ? [] : [{ name, value: condition.$eq }];
  });
}
