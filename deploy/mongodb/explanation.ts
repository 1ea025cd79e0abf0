import type { Access, Collection, Search } from './collection.ts';
import type { Doc } from './doc.ts';
import type { Plan } from './planner.ts';

/** Returns the `explain` of a search, and with `execute` also the number of reads. */
export function explainSearch(collection: Collection | undefined, search: Search, execute: boolean): Doc {
  const winningPlan = collection ? planDoc(collection.access(search), search) : { stage: 'EOF' };
  const queryPlanner = { namespace: collection?.namespace ?? '', winningPlan, rejectedPlans: [] };
  return execute ? { queryPlanner, executionStats: execution(collection, search) } : { queryPlanner };
}

function execution(collection: Collection | undefined, search: Search): Doc {
  const byKeys = collection !== undefined && collection.access(search).plans !== undefined;
  let totalDocsExamined = 0;
  const found = collection?.find(search, () => totalDocsExamined++) ?? [];
  return {
    executionSuccess: true,
    nReturned: found.length,
    totalKeysExamined: byKeys ? totalDocsExamined : 0,
    totalDocsExamined,
  };
}

/** Returns the stages of a search and a sort under MongoDB's names. */
function planDoc(access: Access, { filter, sort = [], skip = 0, limit = 0 }: Search): Doc {
  let plan = accessDoc(access, filter);
  if (!access.ordered) {
    const sortPattern = Object.fromEntries(sort.map(({ name, direction }): [string, number] => [name, direction]));
    plan = { stage: 'SORT', sortPattern, ...(limit > 0 && { limitAmount: skip + limit }), inputStage: plan };
  }
  if (skip > 0) plan = { stage: 'SKIP', skipAmount: skip, inputStage: plan };
  if (limit > 0 && access.ordered) plan = { stage: 'LIMIT', limitAmount: limit, inputStage: plan };
  return plan;
}

function accessDoc({ id, plans }: Access, filter: Doc): Doc {
  if (id !== undefined) return Object.keys(filter).length === 1 ? { stage: 'IDHACK' } : fetched(filter, idScan);
  const [only, ...more] = plans ?? [];
  if (!only) return { stage: 'COLLSCAN', filter, direction: 'forward' };
  return more.length === 0
    ? fetched(filter, scanDoc(only))
    : fetched(filter, { stage: 'OR', inputStages: [only, ...more].map(scanDoc) });
}

const idScan: Doc = { stage: 'IXSCAN', keyPattern: { _id: 1 }, indexName: '_id_', isUnique: true };

const fetched = (filter: Doc, inputStage: Doc): Doc => ({ stage: 'FETCH', filter, inputStage });

function scanDoc({ index, backwards }: Plan): Doc {
  const { key, name, unique, sparse, partialFilterExpression } = index.spec;
  return {
    stage: 'IXSCAN',
    keyPattern: key,
    indexName: name,
    isMultiKey: index.multikey,
    isUnique: unique,
    isSparse: sparse,
    isPartial: partialFilterExpression !== undefined,
    direction: backwards ? 'backward' : 'forward',
  };
}
