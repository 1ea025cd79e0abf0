import ts from 'typescript';

/** A column as declared in code. */
export interface DeclaredColumn {
  /** `string`, `number`, `boolean`, `Date`, `Uint8Array`, one of these with `[]`; `other` for JSON-only types. */
  type: string;
  isNullable: boolean;
  /** Optional in an insert because the database fills it in (`Generated`). */
  isGenerated: boolean;
  /** Values of a closed set of strings. */
  values?: string[];
}

/** Columns by table, both by their names in code. */
export type DeclaredTables = Map<string, Map<string, DeclaredColumn>>;

/** Reads the one interface of each file that maps names of tables or collections to their types. */
export function readTableTypes(files: readonly string[]): Map<string, DeclaredTables> {
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
  });
  const checker = program.getTypeChecker();
  return new Map(
    files.map((file) => {
      const source = program.getSourceFile(file);
      const database = source?.statements.find(isDatabase);
      if (!database) throw new Error(`${file} declares no tables`);
      return [file, tablesOf(checker, checker.getTypeAtLocation(database))];
    }),
  );
}

const isDatabase = (node: ts.Statement): node is ts.InterfaceDeclaration =>
  ts.isInterfaceDeclaration(node) && /(Db|Tables|Documents|Collections)$/.test(node.name.text);

function tablesOf(checker: ts.TypeChecker, database: ts.Type): DeclaredTables {
  return mapOf(checker, database, (table) => mapOf(checker, table, (column) => columnOf(checker, column)));
}

function mapOf<T>(checker: ts.TypeChecker, type: ts.Type, read: (property: ts.Type) => T): Map<string, T> {
  return new Map(
    checker.getPropertiesOfType(type).map((property) => [property.name, read(checker.getTypeOfSymbol(property))]),
  );
}

function columnOf(checker: ts.TypeChecker, type: ts.Type): DeclaredColumn {
  // Kysely's ColumnType separates the selected from the inserted type.
  const selected = propertyOf(checker, type, '__select__') ?? type;
  const inserted = propertyOf(checker, type, '__insert__') ?? type;
  const held = checker.getNonNullableType(selected);
  const values = literalsOf(held);
  return {
    type: nameOf(checker, held),
    isNullable: partsOf(selected).some((part) => (part.flags & ts.TypeFlags.Null) !== 0),
    isGenerated: partsOf(inserted).some((part) => (part.flags & ts.TypeFlags.Undefined) !== 0),
    ...(values && { values }),
  };
}

function propertyOf(checker: ts.TypeChecker, type: ts.Type, name: string): ts.Type | undefined {
  const symbol = checker.getPropertyOfType(type, name);
  return symbol && checker.getTypeOfSymbol(symbol);
}

function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as ts.TypeReference);
    return element ? `${nameOf(checker, element)}[]` : 'other';
  }
  const names = new Set(partsOf(type).map((part) => checker.typeToString(checker.getBaseTypeOfLiteralType(part))));
  const [name = 'other'] = names;
  const isKnown = ['string', 'number', 'boolean', 'Date', 'Uint8Array<ArrayBufferLike>', 'Uint8Array'].includes(name);
  return names.size === 1 && isKnown ? name.replace(/<.*/, '') : 'other';
}

function literalsOf(type: ts.Type): string[] | undefined {
  const literals = partsOf(type).flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
  return literals.length > 0 && literals.length === partsOf(type).length ? literals.sort() : undefined;
}

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);
