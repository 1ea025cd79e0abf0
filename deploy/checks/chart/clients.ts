import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './charts.ts';

const opener = '@tribus/kit/grpc/client.ts';

/**
 * The siblings to whom a process opens a gRPC client, as its sources have it: the third word of each
 * `connect(ctx, Definition, 'peer', address)`. A client that is opened in a way that cannot be read is an error.
 */
export function clientsOpened(folder: string): string[] {
  const files = globSync('src/**/*.ts', { cwd: join(root, folder) }).filter((file) => !file.endsWith('.test.ts'));
  const peers = files.flatMap((file) => clientsIn(join(folder, file), readFileSync(join(root, folder, file), 'utf8')));
  return [...new Set(peers)].sort();
}

export function clientsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const names = openersIn(source);
  const peers: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) {
      const peer = node.arguments[2];
      if (!peer || !ts.isStringLiteral(peer)) throw new Error(`${file}: whom does ${node.getText()} call?`);
      peers.push(peer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return peers;
}

/** Under which names the file knows the kit's `connect`; it may not go round it. */
function openersIn(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const { isTypeOnly, namedBindings } = { ...statement.importClause };
    if (text === '@grpc/grpc-js' && !isTypeOnly) throw new Error(`${source.fileName} goes round ${opener}`);
    if (text !== opener || isTypeOnly || !namedBindings) continue;
    if (!ts.isNamedImports(namedBindings)) throw new Error(`${source.fileName} imports all of ${opener}`);
    for (const { name, propertyName } of namedBindings.elements)
      if ((propertyName ?? name).text === 'connect') names.add(name.text);
  }
  return names;
}
