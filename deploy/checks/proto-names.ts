import type { DeclaredName } from './declared-name.ts';

interface Token {
  text: string;
  line: number;
}

/** Comments, strings, names and numbers, and single characters. */
const lexemes = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w.]+|\S/g;
const declaring = new Set(['message', 'enum', 'service', 'rpc', 'oneof']);

/** Returns the names of packages, messages, fields, enums, their values, oneofs, services and calls of a proto file. */
export function declaredProtoNames(source: string): DeclaredName[] {
  const tokens = tokensOf(source);
  return tokens
    .filter((token, index) => isDeclared(token, tokens, index))
    .map(({ text, line }) => ({ name: text, line }));
}

function tokensOf(source: string): Token[] {
  return [...source.matchAll(lexemes)]
    .filter(([text]) => !/^\/[/*]/.test(text))
    .map(({ 0: text, index }) => ({ text, line: source.slice(0, index).split('\n').length }));
}

/** A name after a keyword, as in `message Post {`, or before its number, as in `string id = 1;`; not an option. */
function isDeclared({ text }: Token, tokens: readonly Token[], index: number): boolean {
  if (!/^[A-Za-z_]\w*$/.test(text)) return false;
  const [before, after, value] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text, tokens[index + 2]?.text];
  if (declaring.has(before) && (after === '{' || after === '(')) return true;
  return after === '=' && /^-?(\d|0x)/.test(value ?? '') && !['option', '[', ',', ')'].includes(before);
}
