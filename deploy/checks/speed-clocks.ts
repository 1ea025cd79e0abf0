import ts from 'typescript';
import { dottedName, type SpeedRule, type SpeedSources, withoutTypes } from './speed-sources.ts';

/** These clocks only measure durations: no other process shares their time. */
const stopwatches = ['performance.now', 'process.hrtime', 'process.hrtime.bigint'];
const clocks = [...stopwatches, 'Date.now'];
const orderMatchers = [
  'toBeLessThan',
  'toBeLessThanOrEqual',
  'toBeGreaterThan',
  'toBeGreaterThanOrEqual',
  'toBeCloseTo',
];
const comparisons = [
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
];

const isCallOf = (node: ts.Node, names: readonly string[]): boolean =>
  ts.isCallExpression(node) && names.includes(dottedName(node.expression) ?? '');
const isNewDate = (node: ts.Node): node is ts.NewExpression =>
  ts.isNewExpression(node) && dottedName(node.expression) === 'Date';

/** True for a time read from the clock, also one saved in a variable or shifted by a known span. */
function isTimeValue(node: ts.Node, sources: SpeedSources): boolean {
  if (!ts.isExpression(node)) return false;
  const inner = withoutTypes(node);
  if (isCallOf(inner, clocks)) return true;
  if (isNewDate(inner)) {
    const [time] = inner.arguments ?? [];
    return time === undefined || isTimeValue(time, sources);
  }
  if (ts.isCallExpression(inner)) return returnsTimeValue(inner, sources);
  if (ts.isPrefixUnaryExpression(inner)) return isTimeValue(inner.operand, sources);
  if (ts.isBinaryExpression(inner)) {
    const isSum = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.MinusToken].includes(inner.operatorToken.kind);
    return isSum && isTimeValue(inner.left, sources) !== isTimeValue(inner.right, sources);
  }
  if (ts.isPropertyAccessExpression(inner)) return propertiesRead(inner.getSourceFile()).has(inner.name.text);
  const initializer = ts.isIdentifier(inner) ? sources.initializerOf(inner) : undefined;
  return initializer !== undefined && isTimeValue(initializer, sources);
}

const readByFile = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Names of properties that are set to the current time in a file: `{ endedAt: Date.now() }`. */
function propertiesRead(file: ts.SourceFile): ReadonlySet<string> {
  const known = readByFile.get(file);
  if (known) return known;
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && isCallOf(node.initializer, clocks))
      names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  readByFile.set(file, names);
  return names;
}

/**
 * True for the number of a current date, the maximum of several times, and a call of a local function that reads the
 * clock.
 */
function returnsTimeValue({ expression, arguments: args }: ts.CallExpression, sources: SpeedSources): boolean {
  if (['Math.max', 'Math.min'].includes(dottedName(expression) ?? ''))
    return args.some((argument) => containsTimeValue(argument, sources));
  if (ts.isPropertyAccessExpression(expression))
    return ['getTime', 'valueOf'].includes(expression.name.text) && isTimeValue(expression.expression, sources);
  const called = sources.initializerOf(expression);
  return called !== undefined && ts.isArrowFunction(called) && isCallOf(called.body, clocks);
}

const containsTimeValue = (node: ts.Node, sources: SpeedSources): boolean =>
  isTimeValue(node, sources) ||
  ts.forEachChild(node, (child) => containsTimeValue(child, sources) || undefined) === true;

/** True within a fake clock of the test: `spyOn(performance, 'now').mockReturnValue(…)`. */
const isOfFakeClock = (node: ts.Node): boolean =>
  ts.findAncestor(
    node,
    (each) =>
      ts.isCallExpression(each) &&
      ts.isPropertyAccessExpression(each.expression) &&
      ['mockReturnValue', 'mockImplementation'].includes(each.expression.name.text),
  ) !== undefined;

const stopwatch: SpeedRule = (node) => {
  const isInScript = ts.isStringLiteralLike(node) && node.text.includes('performance.now(');
  return isInScript || (isCallOf(node, stopwatches) && !isOfFakeClock(node))
    ? 'a stopwatch: milliseconds are measured in deploy/bench'
    : undefined;
};

/** A date some days before now is not reported. */
const difference: SpeedRule = (node, sources) => {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.MinusToken) return undefined;
  const { left, right, parent } = node;
  if (isNewDate(parent)) return undefined;
  const isUnknownSpan = isTimeValue(left, sources) && sources.numberOf(right) === undefined;
  return isUnknownSpan || isTimeValue(right, sources)
    ? 'the time that has passed: milliseconds are measured in deploy/bench'
    : undefined;
};

const comparison: SpeedRule = (node, sources) => {
  const fault = 'a comparison with the clock: wait for a state, or give the code under test a clock';
  if (ts.isBinaryExpression(node) && comparisons.includes(node.operatorToken.kind))
    return isTimeValue(node.left, sources) || isTimeValue(node.right, sources) ? fault : undefined;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  return orderMatchers.includes(node.expression.name.text) && containsTimeValue(node, sources) ? fault : undefined;
};

/** Applies to a request that the test creates itself: `deadline: Date.now() + 5_000`. */
const deadline: SpeedRule = (node, sources) => {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name) || node.name.text !== 'deadline') return undefined;
  const { initializer } = node;
  if (!ts.isBinaryExpression(initializer) || !isTimeValue(initializer.left, sources)) return undefined;
  const ms = sources.numberOf(initializer.right);
  return ms !== undefined && ms < 10_000
    ? 'a deadline that comes soon: without one the request may take its time'
    : undefined;
};

/** Rules against measuring durations in a test. */
export const clockRules: readonly SpeedRule[] = [stopwatch, difference, comparison, deadline];
