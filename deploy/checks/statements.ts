import { toSnakeCase } from '@tribus/kit/postgres/column-names.ts';
import ts from 'typescript';

/** A statement of the code that deletes or changes rows. */
export interface Statement {
  /** `delete bans (tribe_id, user_id)`: with the columns that a condition compares with one value or a list. */
  text: string;
  table: string;
  /** Names in the database (snake_case). */
  columns: string[];
}

/** Returns the statements of a source file: Kysely calls, and SQL in templates, whose conditions are not parsed. */
export function statementsIn(name: string, source: string): Statement[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true);
  const found: Statement[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? builderCall(node) : undefined;
    if (call) found.push(statementOf(call.verb, call.table, columnsAfter(node as ts.CallExpression)));
    if (ts.isTemplateLiteral(node)) found.push(...inSql(node.getText()));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const statementOf = (verb: string, table: string, columns: string[]): Statement => ({
  text: `${verb} ${table} (${columns.join(', ')})`,
  table,
  columns,
});

const verbs = new Map([
  ['deleteFrom', 'delete'],
  ['updateTable', 'update'],
]);

/** `db.deleteFrom('bans')` or `db.updateTable('bans')`. */
function builderCall({
  expression,
  arguments: [table],
}: ts.CallExpression): { verb: string; table: string } | undefined {
  const verb = ts.isPropertyAccessExpression(expression) ? verbs.get(expression.name.text) : undefined;
  return verb && table && ts.isStringLiteral(table) ? { verb, table: toSnakeCase(table.text) } : undefined;
}

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
function comparedColumns({ expression, arguments: [column, operator] }: ts.CallExpression): string[] {
  if ((expression as ts.PropertyAccessExpression).name.text !== 'where' || !column || !operator) return [];
  const holds = ts.isStringLiteral(operator) && ['=', 'in'].includes(operator.text);
  return ts.isStringLiteral(column) && holds ? [column.text] : [];
}

const inSql = (template: string): Statement[] =>
  [...template.matchAll(/\b(delete from|(?<!for )(?<!do )(?<!no key )update) ([a-z_]+)(?= )/g)]
    .filter(([, , table]) => table !== 'set')
    .map(([, verb = '', table = '']) => statementOf(verb.split(' ')[0] ?? '', table, ['sql']));
