import { toSnakeCase } from '@tribus/kit/postgres/column-names.ts';
import ts from 'typescript';

/** A statement of the code that deletes or changes rows or documents. */
export interface Statement {
  /** `delete bans (tribe_id, user_id)`: with the columns that a condition compares with one value or a list. */
  text: string;
  store: 'postgres' | 'mongodb';
  /** The table or collection; an expression in braces when the code does not name it. */
  table: string;
  /** Names in the database (snake_case). */
  columns: string[];
}

/**
 * Returns the statements of a source file: Kysely calls, SQL in strings, whose conditions are not parsed, and calls that
 * delete or change many documents.
 */
export function statementsIn(name: string, source: string): Statement[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...inCall(node));
    if (ts.isPropertyAssignment(node)) found.push(...inBulkWrite(node));
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) found.push(...inSql(node.getText()));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const statementOf = (store: Statement['store'], verb: string, table: string, columns: string[]): Statement => ({
  text: `${verb} ${table} (${columns.join(', ')})`,
  store,
  table,
  columns,
});

const queryVerbs = new Map([
  ['deleteFrom', 'delete'],
  ['updateTable', 'update'],
]);
const documentVerbs = ['deleteMany', 'updateMany'];

/** `db.deleteFrom('bans')`, `db.updateTable('bans')` or `this.#bans.deleteMany(filter)`. */
function inCall(call: ts.CallExpression): Statement[] {
  const { expression, arguments: parameters } = call;
  const [first] = parameters;
  if (!ts.isPropertyAccessExpression(expression) || !first) return [];
  const verb = queryVerbs.get(expression.name.text);
  if (verb) return [statementOf('postgres', verb, tableOf(first), columnsAfter(call))];
  if (!documentVerbs.includes(expression.name.text)) return [];
  return [statementOf('mongodb', expression.name.text, collectionOf(expression.expression), comparedFields(first))];
}

/** `{ deleteMany: { filter } }`, an operation of a bulk write. */
function inBulkWrite({ name, initializer }: ts.PropertyAssignment): Statement[] {
  const verb = name.getText();
  if (!documentVerbs.includes(verb) || !ts.isObjectLiteralExpression(initializer)) return [];
  const filter = initializer.properties.find((each) => each.name?.getText() === 'filter');
  const fields = filter && ts.isPropertyAssignment(filter) ? comparedFields(filter.initializer) : [];
  return [statementOf('mongodb', verb, '{bulk write}', fields)];
}

const tableOf = (table: ts.Expression): string =>
  ts.isStringLiteralLike(table) ? toSnakeCase(table.text) : `{${table.getText()}}`;

const collectionOf = (collection: ts.Expression): string => collection.getText().replace(/^.*[.#]/s, '');

/** Columns of the `where` calls that follow in the same chain. */
function columnsAfter(begin: ts.CallExpression): string[] {
  const columns: string[] = [];
  let node: ts.Node = begin;
  while (ts.isPropertyAccessExpression(node.parent) || ts.isCallExpression(node.parent)) {
    node = node.parent;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      columns.push(...comparedColumns(node));
  }
  return columns.map(toSnakeCase).sort();
}

/** Columns of `where('id', '=', id)` and `where('id', 'in', ids)`; other conditions are ignored. */
function comparedColumns({ expression, arguments: [column, operator, value] }: ts.CallExpression): string[] {
  if ((expression as ts.PropertyAccessExpression).name.text !== 'where' || !column || !operator) return [];
  const holds = ts.isStringLiteral(operator) && ['=', 'in'].includes(operator.text) && !isUnlimitedSelect(value);
  return ts.isStringLiteral(column) && holds ? [column.text] : [];
}

/** Whether a value is a select without a limit, written in place, in a constant or in a method of the same file. */
function isUnlimitedSelect(value: ts.Expression | undefined): boolean {
  if (!value) return false;
  const text = definitionOf(value).getText();
  return text.includes('selectFrom(') && !/\bawait\b/.test(text) && !text.includes('.limit(');
}

function definitionOf(value: ts.Expression): ts.Node {
  if (ts.isIdentifier(value)) {
    const constant = constantOf(value);
    return constant ? definitionOf(constant) : value;
  }
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return value;
  const { name, expression } = value.expression;
  return expression.kind === ts.SyntaxKind.ThisKeyword ? (methodOf(value, name.text) ?? value) : value;
}

/** The initial value of the innermost constant of that name that is visible. */
function constantOf(name: ts.Identifier): ts.Expression | undefined {
  for (let node: ts.Node = name; node.parent; node = node.parent) {
    if (!ts.isBlock(node.parent) && !ts.isSourceFile(node.parent)) continue;
    const declarations = node.parent.statements.flatMap((each) =>
      ts.isVariableStatement(each) ? [...each.declarationList.declarations] : [],
    );
    const declaration = declarations.find((each) => each.name.getText() === name.text);
    if (declaration) return declaration.initializer;
  }
  return undefined;
}

function methodOf(from: ts.Node, name: string): ts.Node | undefined {
  let node = from;
  while (node.parent && !ts.isClassLike(node)) node = node.parent;
  return ts.isClassLike(node) ? node.members.find((member) => member.name?.getText() === name) : undefined;
}

/** Fields of a filter that are compared with one value or a list. */
function comparedFields(filter: ts.Expression): string[] {
  if (!ts.isObjectLiteralExpression(filter)) return [];
  const fields = filter.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property)) return [property.name.text];
    return ts.isPropertyAssignment(property) && isEquality(property.initializer) ? [property.name.getText()] : [];
  });
  return fields.sort();
}

const isEquality = (value: ts.Expression): boolean =>
  !ts.isObjectLiteralExpression(value) ||
  (value.properties.length === 1 && ['$in', '$eq'].includes(value.properties[0]?.name?.getText() ?? ''));

const sqlTable = String.raw`([a-z_.]+|\$\{[^}]*\})`;
const sqlStatement = new RegExp(
  String.raw`\bdelete\s+from\s+${sqlTable}|(?<!\b(?:for|do|key)\s+)\bupdate\s+${sqlTable}(?:\s+(?:as\s+)?\w+)?\s+set\b`,
  'gi',
);

const inSql = (text: string): Statement[] =>
  [...text.matchAll(sqlStatement)].map(([, deleted, updated]) => {
    const table = deleted ?? updated ?? '';
    const name = table.startsWith('$') ? table.slice(1) : table.toLowerCase();
    return statementOf('postgres', deleted ? 'delete' : 'update', name, ['sql']);
  });
