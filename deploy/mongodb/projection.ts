import type { Doc, Value } from './doc.ts';
import { CommandError, notSupported } from './errors.ts';
import { compileExpression, type Expression, type Variables } from './expressions.ts';
import { elementPredicate } from './query.ts';
import { isDoc, toNumber } from './values.ts';

export type Project = (doc: Doc) => Doc;

/** Projection of one field: included, excluded, computed, changed, or nested. */
type Node =
  | { kind: 'keep' | 'drop' }
  | { kind: 'compute'; expression: Expression }
  | { kind: 'change'; change: (value: Value) => Value | undefined; excluding: boolean }
  | Tree;
type Tree = { kind: 'tree'; fields: Map<string, Node> };
type Leaf = { path: string; node: Exclude<Node, Tree> };

/** Compiles the projection of a find: inclusion or exclusion, `$slice` and `$elemMatch`. */
export function findProjection(spec: Doc): Project {
  return projection(leaves(spec, '', findLeaf));
}

/** Compiles a `$project` stage: inclusion or exclusion, and computed fields. */
export function projectStage(spec: Doc, variables: Variables): Project {
  if (Object.keys(spec).length === 0)
    throw new CommandError(51272, 'projection specification must have at least one field');
  return projection(leaves(spec, '', (path, value) => flag(value) ?? computed(path, value, variables)));
}

/** Compiles an `$addFields` stage: every field is computed. */
export function addFieldsStage(spec: Doc, variables: Variables): Project {
  const tree = grow(leaves(spec, '', (path, value) => computed(path, value, variables)));
  return (doc) => extend(doc, tree, doc);
}

function projection(found: Leaf[]): Project {
  const tree = grow(found);
  if (found.length === 0) return (doc) => doc;
  const others = found.filter((leaf) => leaf.path !== '_id');
  const excluding = others.length > 0 ? isExcluding(others[0]) : isExcluding(found[0]);
  for (const leaf of others) assertSameMode(leaf, excluding);
  if (excluding) return (doc) => exclude(doc, tree);
  if (!tree.fields.has('_id')) tree.fields.set('_id', { kind: 'keep' });
  return (doc) => include(doc, tree, doc);
}

function isExcluding(leaf: Leaf | undefined): boolean {
  return leaf?.node.kind === 'drop' || (leaf?.node.kind === 'change' && leaf.node.excluding);
}

function assertSameMode({ path, node }: Leaf, excluding: boolean): void {
  if (node.kind === 'keep' && excluding) {
    throw new CommandError(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
  }
  if (node.kind === 'drop' && !excluding) {
    throw new CommandError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
}

type ReadLeaf = (path: string, value: Value) => Leaf['node'];

/** Flattens nested specifications to dotted paths. */
function leaves(spec: Doc, prefix: string, read: ReadLeaf): Leaf[] {
  return Object.entries(spec).flatMap(([name, value]) => {
    const path = prefix + name;
    assertPath(path);
    if (isDoc(value) && !Object.keys(value).some((key) => key.startsWith('$'))) {
      if (Object.keys(value).length === 0)
        throw new CommandError(51270, 'An empty sub-projection is not a valid value');
      return leaves(value, `${path}.`, read);
    }
    return [{ path, node: read(path, value) }];
  });
}

function assertPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes('')) throw new CommandError(40352, `FieldPath must not have an empty part: '${path}'`);
  if (parts.includes('$')) throw notSupported('The positional projection');
  if (parts.some((part) => part.startsWith('$'))) {
    throw new CommandError(16410, `FieldPath field names may not start with '$': ${path}`);
  }
}

function flag(value: Value): { kind: 'keep' | 'drop' } | undefined {
  if (typeof value === 'boolean') return { kind: value ? 'keep' : 'drop' };
  const number = toNumber(value);
  return number === undefined ? undefined : { kind: number === 0 ? 'drop' : 'keep' };
}

function computed(_path: string, value: Value, variables: Variables): Leaf['node'] {
  return { kind: 'compute', expression: compileExpression(value, variables) };
}

function findLeaf(path: string, value: Value): Leaf['node'] {
  const simple = flag(value);
  if (simple) return simple;
  if (isDoc(value) && Object.keys(value).length === 1) {
    if (value.$slice !== undefined) return { kind: 'change', change: slice(value.$slice), excluding: true };
    if (value.$elemMatch !== undefined) {
      if (path.includes('.')) throw new CommandError(31276, 'Cannot use $elemMatch projection on a nested field');
      return { kind: 'change', change: firstMatch(value.$elemMatch), excluding: false };
    }
  }
  throw notSupported(`The projection of '${path}'`);
}

function slice(operand: Value): (value: Value) => Value {
  const numbers = (Array.isArray(operand) ? operand : [operand]).map((item) => toNumber(item) ?? Number.NaN);
  const [first = Number.NaN, count] = numbers;
  if (
    numbers.length > 2 ||
    numbers.some((number) => !Number.isInteger(number)) ||
    (count !== undefined && count <= 0)
  ) {
    throw new CommandError(28724, '$slice needs a whole number, or a start and a positive count');
  }
  if (count === undefined) {
    return (value) => (!Array.isArray(value) ? value : first < 0 ? value.slice(first) : value.slice(0, first));
  }
  return (value) => {
    if (!Array.isArray(value)) return value;
    const start = first < 0 ? Math.max(0, value.length + first) : first;
    return value.slice(start, start + count);
  };
}

function firstMatch(operand: Value): (value: Value) => Value | undefined {
  const matches = elementPredicate(operand);
  return (value) => {
    const found = Array.isArray(value) ? value.find(matches) : undefined;
    return found === undefined ? undefined : [found];
  };
}

function grow(found: readonly Leaf[]): Tree {
  const root: Tree = { kind: 'tree', fields: new Map() };
  for (const { path, node } of found) {
    const parts = path.split('.');
    const last = parts.pop() ?? '';
    let tree = root;
    for (const part of parts) {
      const next = tree.fields.get(part) ?? { kind: 'tree', fields: new Map() };
      if (next.kind !== 'tree') throw new CommandError(31249, `Path collision at ${path}`);
      tree.fields.set(part, next);
      tree = next;
    }
    if (tree.fields.has(last)) throw new CommandError(31250, `Path collision at ${path}`);
    tree.fields.set(last, node);
  }
  return root;
}

function include(doc: Doc, tree: Tree, root: Doc): Doc {
  const result: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.fields.get(name);
    const projected = node ? included(value, node, root) : undefined;
    if (projected !== undefined) result[name] = projected;
  }
  for (const [name, node] of tree.fields) {
    if (node.kind === 'compute') assign(result, name, node.expression(root));
    else if (node.kind === 'tree' && !Object.hasOwn(doc, name) && computes(node))
      result[name] = include({}, node, root);
  }
  return result;
}

function included(value: Value, node: Node, root: Doc): Value | undefined {
  if (node.kind === 'keep') return value;
  if (node.kind === 'change') return node.change(value);
  if (node.kind !== 'tree') return undefined;
  if (isDoc(value)) return include(value, node, root);
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((item) => {
    const projected = included(item, node, root);
    return projected === undefined ? [] : [projected];
  });
}

function computes(tree: Tree): boolean {
  return [...tree.fields.values()].some((node) => node.kind === 'compute' || (node.kind === 'tree' && computes(node)));
}

function assign(doc: Doc, name: string, value: Value | undefined): void {
  if (value === undefined) delete doc[name];
  else doc[name] = value;
}

function exclude(doc: Doc, tree: Tree): Doc {
  const result: Doc = {};
  for (const [name, value] of Object.entries(doc)) {
    const node = tree.fields.get(name);
    assign(result, name, node ? excluded(value, node) : value);
  }
  return result;
}

function excluded(value: Value, node: Node): Value | undefined {
  if (node.kind === 'drop') return undefined;
  if (node.kind === 'change') return node.change(value);
  if (node.kind !== 'tree') return value;
  if (isDoc(value)) return exclude(value, node);
  return Array.isArray(value) ? value.map((item) => excluded(item, node) ?? item) : value;
}

function extend(doc: Doc, tree: Tree, root: Doc): Doc {
  const result = { ...doc };
  for (const [name, node] of tree.fields) {
    if (node.kind === 'compute') assign(result, name, node.expression(root));
    else if (node.kind === 'tree') result[name] = extended(result[name], node, root);
  }
  return result;
}

function extended(value: Value | undefined, tree: Tree, root: Doc): Value {
  if (Array.isArray(value)) return value.map((item) => extended(item, tree, root));
  return extend(isDoc(value) ? value : {}, tree, root);
}
