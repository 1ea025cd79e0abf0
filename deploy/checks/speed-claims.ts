import ts from 'typescript';
import { clockRules } from './speed-clocks.ts';
import { type SpeedRule, SpeedSources } from './speed-sources.ts';
import { waitRules } from './speed-waits.ts';

/** A line of a test whose outcome depends on the speed of the machine. */
export interface SpeedClaim {
  file: string;
  line: number;
  code: string;
  /** The fault, and its fix. */
  fault: string;
}

const rules: readonly SpeedRule[] = [...clockRules, ...waitRules];

/** Returns each line of these test sources, by path, that depends on the machine's speed. */
export function findSpeedClaims(texts: ReadonlyMap<string, string>): SpeedClaim[] {
  const sources = new SpeedSources(texts);
  return sources.files().flatMap((file) => {
    const faults = new Map<number, string>();
    const visit = (node: ts.Node): void => {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line;
      for (const rule of rules) {
        const fault = rule(node, sources);
        if (fault !== undefined && !faults.has(line)) faults.set(line, fault);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    const lines = file.text.split('\n');
    return [...faults].map(([line, fault]) => ({
      file: file.fileName,
      line: line + 1,
      code: (lines[line] ?? '').trim(),
      fault,
    }));
  });
}
