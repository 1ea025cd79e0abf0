import ts from 'typescript';

/** Events that code emits, and those that replicas listen to as they pass; by full name. */
export interface EventUses {
  emitted: ReadonlySet<string>;
  listened: ReadonlySet<string>;
}

/** Functions that write an event or pass its type to one that does. */
const emitting = ['emit', 'event', 'recordEvent', 'recordAudit'];
const listening = ['listen'];

/**
 * Finds calls with event types as arguments: imported as values from the generated contracts, under any name, and used
 * in the call itself or in the loop around it. An event emitted through any other function is not found, so the check
 * fails until `emitting` names that function.
 */
export function eventUsesIn(name: string, source: string): EventUses {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ESNext, true);
  const types = importedTypes(file);
  const uses = { emitted: new Set<string>(), listened: new Set<string>() };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const found = node.arguments.flatMap((argument) => typesNamed(argument, types));
      const callee = nameOfCallee(node);
      for (const type of emitting.includes(callee) ? found : []) uses.emitted.add(type);
      for (const type of listening.includes(callee) ? found : []) uses.listened.add(type);
    }
    ts.forEachChild(node, visit);
  };
  if (types.size > 0) visit(file);
  return uses;
}

/** Full names of events by their local names. */
function importedTypes({ statements }: ts.SourceFile): ReadonlyMap<string, string> {
  return new Map(
    statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
      const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
      const [, service] = /^@tribus\/proto\/(\w+)\/v1\/events\.ts$/.exec(from) ?? [];
      const names = importClause?.namedBindings;
      if (!service || !names || !ts.isNamedImports(names) || importClause.phaseModifier) return [];
      const values = names.elements.filter(({ isTypeOnly }) => !isTypeOnly);
      return values.map(
        ({ name, propertyName }) => [name.text, `${service}.v1.${(propertyName ?? name).text}`] as const,
      );
    }),
  );
}

const nameOfCallee = ({ expression }: ts.CallExpression): string => {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : '';
};

/** Returns the events of an argument: one, either of two, or each of a list in turn. */
function typesNamed(argument: ts.Expression, types: ReadonlyMap<string, string>): string[] {
  if (ts.isConditionalExpression(argument))
    return [argument.whenTrue, argument.whenFalse].flatMap((choice) => typesNamed(choice, types));
  if (!ts.isIdentifier(argument)) return [];
  const listed = loopedOver(argument);
  if (listed) return listed.elements.flatMap((element) => typesNamed(element, types));
  const type = types.get(argument.text);
  return type ? [type] : [];
}

/** Returns `[A, B]` for a variable of the loop `for (const type of [A, B])` around it, else undefined. */
function loopedOver(variable: ts.Identifier): ts.ArrayLiteralExpression | undefined {
  const loop = ts.findAncestor(variable, (node): node is ts.ForOfStatement => {
    if (!ts.isForOfStatement(node) || !ts.isVariableDeclarationList(node.initializer)) return false;
    return node.initializer.declarations.some(({ name }) => ts.isIdentifier(name) && name.text === variable.text);
  });
  return loop && ts.isArrayLiteralExpression(loop.expression) ? loop.expression : undefined;
}
