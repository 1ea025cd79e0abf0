import { posix } from 'node:path';
import ts from 'typescript';

/** Returns the fault of a node that depends on the machine's speed, else undefined. */
export type SpeedRule = (node: ts.Node, sources: SpeedSources) => string | undefined;

/** Test sources by path, bound by the compiler so that names resolve to their declarations, also in another file. */
export class SpeedSources {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #mentions = new Map<string, boolean>();

  constructor(texts: ReadonlyMap<string, string>) {
    const options = { noLib: true, types: [], allowImportingTsExtensions: true, noEmit: true };
    const host: ts.CompilerHost = {
      getSourceFile: (file, version) => {
        const text = texts.get(file);
        return text === undefined ? undefined : ts.createSourceFile(file, text, version, true);
      },
      getDefaultLibFileName: () => '',
      getCurrentDirectory: () => '',
      getCanonicalFileName: (file) => file,
      getNewLine: () => '\n',
      useCaseSensitiveFileNames: () => true,
      fileExists: (file) => texts.has(file),
      readFile: (file) => texts.get(file),
      writeFile: () => undefined,
      resolveModuleNameLiterals: (literals, from) =>
        literals.map(({ text }) => {
          const file = posix.join(posix.dirname(from), text);
          const isKnown = text.startsWith('.') && texts.has(file);
          return { resolvedModule: isKnown ? { resolvedFileName: file, extension: posix.extname(file) } : undefined };
        }),
    };
    this.#program = ts.createProgram([...texts.keys()], options, host);
    this.#checker = this.#program.getTypeChecker();
  }

  files(): ts.SourceFile[] {
    return this.#program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  }

  /** True when the file of a node contains the text. Called for every node, so the result is cached. */
  fileMentions(node: ts.Node, text: string): boolean {
    const file = node.getSourceFile();
    const key = `${file.fileName} ${text}`;
    const known = this.#mentions.get(key) ?? file.text.includes(text);
    this.#mentions.set(key, known);
    return known;
  }

  /** Returns the declaration of a name; undefined for globals and exports of other files. */
  declarationOf(name: ts.Node): ts.Declaration | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    const own = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    return own?.declarations?.[0] ?? symbol?.declarations?.[0];
  }

  /** Returns the initializer of a `const`, of its property or of a parameter's default. */
  initializerOf(node: ts.Node): ts.Expression | undefined {
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
    const declaration = this.declarationOf(ts.isIdentifier(node) ? node : node.name);
    if (!declaration) return undefined;
    const mayHold =
      ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration) || ts.isParameter(declaration);
    return mayHold ? declaration.initializer : undefined;
  }

  /** Returns the constant number of an expression; the smaller one of a choice; undefined when unknown. */
  numberOf(node: ts.Expression): number | undefined {
    const inner = withoutTypes(node);
    if (ts.isNumericLiteral(inner)) return Number(inner.text.replaceAll('_', ''));
    if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.MinusToken) {
      const operand = this.numberOf(inner.operand);
      return operand === undefined ? undefined : -operand;
    }
    if (ts.isBinaryExpression(inner)) return this.#calculate(inner);
    if (ts.isConditionalExpression(inner)) {
      const choices = [this.numberOf(inner.whenTrue), this.numberOf(inner.whenFalse)];
      const known = choices.filter((choice) => choice !== undefined);
      return known.length > 0 ? Math.min(...known) : undefined;
    }
    const initializer = this.initializerOf(inner);
    return initializer && this.numberOf(initializer);
  }

  #calculate({ left, right, operatorToken }: ts.BinaryExpression): number | undefined {
    const [a, b] = [this.numberOf(left), this.numberOf(right)];
    if (a === undefined || b === undefined) return undefined;
    if (operatorToken.kind === ts.SyntaxKind.PlusToken) return a + b;
    if (operatorToken.kind === ts.SyntaxKind.MinusToken) return a - b;
    if (operatorToken.kind === ts.SyntaxKind.AsteriskToken) return a * b;
    return operatorToken.kind === ts.SyntaxKind.SlashToken ? a / b : undefined;
  }
}

/** Returns `a.b.c` for names joined by dots; undefined for computed names. */
export function dottedName(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const owner = dottedName(node.expression);
  return owner === undefined ? undefined : `${owner}.${node.name.text}`;
}

/** Returns an expression without parentheses and type annotations. */
export function withoutTypes(node: ts.Expression): ts.Expression {
  const isWrapper =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapper ? withoutTypes(node.expression) : node;
}
