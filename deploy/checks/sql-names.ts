import type { DeclaredName } from './declared-name.ts';

const object = 'TABLE|VIEW|INDEX|FUNCTION|TRIGGER|TYPE|SEQUENCE|SCHEMA|DOMAIN|RULE|POLICY|PROCEDURE';
/** `CREATE TABLE posts`, `ADD COLUMN place text`, `CONSTRAINT one_per_day`, `RENAME … TO name`. */
const declarations = [
  new RegExp(
    String.raw`\bCREATE\s+(?:OR\s+REPLACE\s+|UNIQUE\s+|UNLOGGED\s+|MATERIALIZED\s+|TEMP\w*\s+|CONSTRAINT\s+)*(?:${object})\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?([\w."]+)`,
    'gi',
  ),
  /\bADD\s+COLUMN\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w"]+)/gi,
  /\bCONSTRAINT\s+(?!TRIGGER\b)([\w"]+)/gi,
  /\bRENAME\s+(?:(?:COLUMN\s+|CONSTRAINT\s+)?[\w"]+\s+)?TO\s+([\w"]+)/gi,
];
/** The columns of a table, or the parameters of a function: a list in parentheses after its name. */
const lists = /\bCREATE\s+(?:\w+\s+)*?(?:TABLE|FUNCTION|PROCEDURE)\s+(?:IF\s+NOT\s+EXISTS\s+)?[\w."]+\s*\(/gi;
const tableRules = /^(CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK|EXCLUDE|LIKE)$/i;

/** Returns the names of tables, columns, indexes, functions, parameters and constraints that SQL statements create. */
export function declaredSqlNames(source: string): DeclaredName[] {
  const sql = withoutTexts(source);
  const named = declarations.flatMap((pattern) =>
    [...sql.matchAll(pattern)].map((match) => ({ name: match[1] ?? '', at: match.index })),
  );
  const listed = [...sql.matchAll(lists)].flatMap(({ 0: head, index }) => firstWords(sql, index + head.length));
  return [...named, ...listed]
    .sort((a, b) => a.at - b.at)
    .map(({ name, at }) => ({ name: name.replaceAll('"', ''), line: sql.slice(0, at).split('\n').length }));
}

/** Blanks comments and string literals; keeps every position. */
function withoutTexts(source: string): string {
  return source.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'/g, (text) => text.replace(/[^\n]/g, ' '));
}

/** Returns the first word of each element of the list that begins at `from`, without table constraints. */
function firstWords(sql: string, from: number): { name: string; at: number }[] {
  const words: { name: string; at: number }[] = [];
  let isExpected = true;
  let depth = 1;
  for (const { 0: text, index } of sql.slice(from).matchAll(/[\w"]+|[(),]/g)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ',' && depth === 1) isExpected = true;
    else if (isExpected && depth === 1) {
      if (!tableRules.test(text)) words.push({ name: text, at: from + index });
      isExpected = false;
    }
    if (depth === 0) break;
  }
  return words;
}
