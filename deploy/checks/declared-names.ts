import ts from 'typescript';

/** A name that a source file declares, with the line of its declaration, from 1. */
export interface DeclaredName {
  name: string;
  line: number;
}

/**
 * Returns the names that TypeScript or JavaScript source declares: variables, parameters, functions, types, members and
 * properties of object literals. Names that are only used belong to their declaration, often in a library.
 */
export function declaredNames(path: string, source: string): DeclaredName[] {
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

function nameDeclaredBy(node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isExportSpecifier(node) || ts.isJsxAttribute(node)) return undefined;
  if (ts.isImportSpecifier(node) && !node.propertyName) return undefined;
  const name = 'name' in node ? (node.name as ts.Node | undefined) : undefined;
  return name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) ? name : undefined;
}

/** Returns the names of messages, fields, enums and calls that a proto file declares. */
export function declaredProtoNames(source: string): DeclaredName[] {
  return source.split('\n').flatMap((text, index) => {
    const [, name] =
      /^\s*(?:message|enum|service|rpc)\s+(\w+)/.exec(text) ?? /^[^/]*?(\w+)\s*=\s*\d+\s*[;[]/.exec(text) ?? [];
    return name ? [{ name, line: index + 1 }] : [];
  });
}
