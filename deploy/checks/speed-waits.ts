import ts from 'typescript';
import { dottedName, type SpeedRule, type SpeedSources } from './speed-sources.ts';

/** Shorter waits fail on a machine that pauses for some seconds. */
const shortestWaitMs = 10_000;

const sleep = 'a fixed sleep: wait for a state, or hold what must not happen yet with a promise';
const short = `a wait limit under ${shortestWaitMs / 1000} s: leave it out, the usual limit is long enough`;
const limitOfOne = 'a time limit of one test or hook: leave it out, all have that of jest.config.js';

/** Returns the name of the called function or method. */
function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

const isShort = (limit: ts.Expression | undefined, sources: SpeedSources): boolean => {
  const ms = limit && sources.numberOf(limit);
  return ms !== undefined && ms < shortestWaitMs;
};

/** Returns the module a name is imported from, and its name there: `*` for a namespace import. */
function importOf(name: ts.Node, sources: SpeedSources): { module: string; imported: string } | undefined {
  const declaration = sources.declarationOf(name);
  const statement = declaration && ts.findAncestor(declaration, ts.isImportDeclaration);
  if (!statement || !ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
  const imported = ts.isImportSpecifier(declaration) ? (declaration.propertyName ?? declaration.name).text : '*';
  return { module: statement.moduleSpecifier.text.replace(/^node:/, ''), imported };
}

/** Any use of Node's promise timer, under any imported name. */
const promiseSleep: SpeedRule = (node, sources) => {
  if (!ts.isIdentifier(node) || !sources.fileMentions(node, 'timers/promises')) return undefined;
  if (ts.findAncestor(node, ts.isImportDeclaration)) return undefined;
  const origin = importOf(node, sources);
  if (origin?.module !== 'timers/promises') return undefined;
  const { parent } = node;
  const used = origin.imported === '*' && ts.isPropertyAccessExpression(parent) ? parent.name.text : origin.imported;
  return ['setTimeout', 'scheduler'].includes(used) ? sleep : undefined;
};

function isTimerOfCallbacks(node: ts.Node, sources: SpeedSources): boolean {
  const name = dottedName(node);
  if (name === 'globalThis.setTimeout' || name === 'window.setTimeout') return true;
  if (!ts.isIdentifier(node) || !sources.fileMentions(node, 'setTimeout')) return false;
  if (!sources.declarationOf(node)) return name === 'setTimeout';
  const origin = importOf(node, sources);
  return origin?.module === 'timers' && origin.imported === 'setTimeout';
}

/** A timer of a test is a sleep or a timeout; a long one is a timeout of a hanging call. A fake clock does not wait. */
const timer: SpeedRule = (node, sources) => {
  if (ts.isCallExpression(node)) {
    if (!isTimerOfCallbacks(node.expression, sources)) return undefined;
    const hasFakeClock = sources.fileMentions(node, 'useFakeTimers(');
    const ms = node.arguments[1] && sources.numberOf(node.arguments[1]);
    return hasFakeClock || (ms !== undefined && ms >= shortestWaitMs) ? undefined : sleep;
  }
  const isPassedOn =
    ts.isIdentifier(node) && ts.isCallExpression(node.parent) && node.parent.arguments.some((each) => each === node);
  return isPassedOn && isTimerOfCallbacks(node, sources) ? sleep : undefined;
};

/** Sleeps by name: of the browser's driver, the database, a shell, any module. */
const namedSleep: SpeedRule = (node, sources) => {
  if (ts.isCallExpression(node)) {
    const name = calledName(node);
    if (name === 'waitForTimeout' || dottedName(node.expression) === 'Atomics.wait') return sleep;
    const [ms] = node.arguments;
    const isSleep = /^(sleep|delay|pause)$/.test(name) && ms !== undefined && sources.numberOf(ms) !== undefined;
    return isSleep ? sleep : undefined;
  }
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  return isText && /\bpg_sleep\b|\bsleep \d/.test(node.text) ? sleep : undefined;
};

/** Position of the argument that limits the wait, by function. */
const limitArguments: ReadonlyMap<string, number> = new Map([
  ['until', 2],
  ['AbortSignal.timeout', 0],
  ['jest.setTimeout', 0],
  ['setDefaultTimeout', 0],
  ['setDefaultNavigationTimeout', 0],
]);

const limitArgument: SpeedRule = (node, sources) => {
  if (!ts.isCallExpression(node)) return undefined;
  const index = limitArguments.get(dottedName(node.expression) ?? '') ?? limitArguments.get(calledName(node));
  return index !== undefined && isShort(node.arguments[index], sources) ? short : undefined;
};

/** Hooks, and functions that define a test: `test`, `test.each(rows)`, `testWithOwnSystem`. */
const definition = /^(?:(test(?=$|With|\.))|(?:before|after)(?:All|Each)$)/;

/** A limit chosen for one test is the time it takes here, times some factor: a slow machine exceeds it. */
const limitOfTest: SpeedRule = (node, sources) => {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const name = dottedName(ts.isCallExpression(expression) ? expression.expression : expression) ?? '';
  const defined = definition.exec(name);
  const limit = defined && node.arguments[defined[1] ? 2 : 1];
  return limit && sources.numberOf(limit) !== undefined ? limitOfOne : undefined;
};

const limitOption: SpeedRule = (node, sources) => {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return undefined;
  if (!['timeout', 'asyncUtilTimeout'].includes(node.name.text)) return undefined;
  return ts.isCallExpression(node.parent.parent) && isShort(node.initializer, sources) ? short : undefined;
};

/** A named limit: the default of a parameter, a constant. */
const namedLimit: SpeedRule = (node, sources) => {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node)) return undefined;
  const isLimit =
    ts.isIdentifier(node.name) &&
    /^(within|startTimeout|fullDiskTimeout|(giveUp|deadline)\w*?)(Ms)?$/.test(node.name.text);
  return isLimit && isShort(node.initializer, sources) ? short : undefined;
};

/** Rules against waiting for a fixed time in a test. */
export const waitRules: readonly SpeedRule[] = [
  promiseSleep,
  timer,
  namedSleep,
  limitArgument,
  limitOfTest,
  limitOption,
  namedLimit,
];
