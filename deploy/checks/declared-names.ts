import { extname } from 'node:path';
import ts from 'typescript';
import type { DeclaredName } from './declared-name.ts';
import { declaredProtoNames } from './proto-names.ts';
import { declaredSqlNames } from './sql-names.ts';
import { declaredMarkupNames, declaredStyleNames } from './style-names.ts';

const namesByExtension: Readonly<Record<string, (source: string, path: string) => DeclaredName[]>> = {
  '.proto': declaredProtoNames,
  '.sql': declaredSqlNames,
  '.css': declaredStyleNames,
  '.html': declaredMarkupNames,
};
for (const extension of ['.ts', '.tsx', '.mts', '.mjs', '.js', '.json'])
  Object.assign(namesByExtension, { [extension]: (source: string, path: string) => declaredCodeNames(path, source) });

/** Whether names can be read from files of this kind. */
export const hasDeclarations = (path: string): boolean => extname(path) in namesByExtension;

/** Returns the names that a file declares; none for a file of a kind without declarations. */
export function declaredNames(path: string, source: string): DeclaredName[] {
  return namesByExtension[extname(path)]?.(source, path) ?? [];
}

/**
 * Returns the names that TypeScript, JavaScript or JSON declares: variables, parameters, functions, types, labels,
 * members, exports under another name, and keys of object literals, also quoted and computed ones. Names that are only
 * used belong to their declaration, often in a library.
 */
function declaredCodeNames(path: string, source: string): DeclaredName[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext);
  const found: DeclaredName[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameDeclaredBy(node);
    if (name) found.push({ name: name.text, line: file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

type Name = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike;

const isName = (node: ts.Node): node is Name =>
  ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node);

function nameDeclaredBy(node: ts.Node): Name | undefined {
  if (ts.isBinaryExpression(node)) return propertyAssignedBy(node);
  if (ts.isLabeledStatement(node)) return node.label;
  if (ts.isPropertyAccessExpression(node) || ts.isJsxAttribute(node) || ts.isModuleDeclaration(node)) return undefined;
  if ((ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) && !node.propertyName) return undefined;
  const name = 'name' in node ? (node.name as ts.Node | undefined) : undefined;
  if (name && ts.isComputedPropertyName(name))
    return ts.isStringLiteralLike(name.expression) ? name.expression : undefined;
  return name && isName(name) ? name : undefined;
}

/** Returns `x` of `this.x = …`, which declares a property in JavaScript. */
function propertyAssignedBy({ left, operatorToken }: ts.BinaryExpression): Name | undefined {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  if (!ts.isPropertyAccessExpression(left) || left.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  return left.name;
}
