import { join } from 'node:path';
import ts from 'typescript';
import { isRecord, type Manifest, root, titleOf } from './charts.ts';

/**
 * Checks rendered objects against the published types of Kubernetes and of the operators. Each is written as a literal
 * of its type, so the compiler reports missing fields, wrong types and, because it is a literal, unknown fields. The
 * packages' validators add patterns and bounds, but accept unknown fields.
 */
const packages: Readonly<Record<string, string>> = {
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/monitoring.coreos.com',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/gateway.networking.k8s.io',
};

function moduleOf({ apiVersion, kind }: Manifest): string {
  const [version = '', group] = apiVersion.split('/').reverse();
  const base = group === undefined ? 'kubernetes-models' : (packages[group] ?? `kubernetes-models/${group}`);
  return `${base}/${version}/${kind}`;
}

/** Returns all faults of the objects, each with the object's name. */
export async function faultsOf(objects: readonly Manifest[]): Promise<string[]> {
  const faults = await Promise.all(objects.map(boundsFault));
  return [...typeFaults(objects), ...faults.flat()];
}

async function boundsFault(object: Manifest): Promise<string[]> {
  const { [object.kind]: Model } = await import(moduleOf(object));
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${titleOf(object)}: ${error instanceof Error ? error.message : error}`];
  }
}

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ['lib.es2023.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

function typeFaults(objects: readonly Manifest[]): string[] {
  const file = join(root, 'deploy', 'checks', 'chart', 'rendered.ts');
  const { text, startOf } = literals(objects);
  const host = ts.createCompilerHost(options);
  const onDisk = { getSourceFile: host.getSourceFile.bind(host), fileExists: host.fileExists.bind(host) };
  host.fileExists = (name) => name === file || onDisk.fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, options.target ?? 99, true) : onDisk.getSourceFile(name, ...rest);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  return found.map(({ start = 0, messageText }) => {
    const index = startOf.findLastIndex((begin) => begin <= start);
    const object = objects[index];
    const where = object ? titleOf(object) : 'the types';
    return `${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

function literals(objects: readonly Manifest[]): { text: string; startOf: number[] } {
  const modules = [...new Set(objects.map(moduleOf))];
  const startOf: number[] = [];
  let text = modules
    .map((module, index) => `import type { I${module.split('/').at(-1)} as T${index} } from '${module}';\n`)
    .join('');
  objects.forEach((object, index) => {
    startOf.push(text.length);
    text += `export const o${index}: T${modules.indexOf(moduleOf(object))} = ${JSON.stringify(object)};\n`;
  });
  return { text, startOf };
}

/** Returns a copy of the object with a value set at a path like `spec.template.spec.containers.0`. */
export function withPlanted(object: Manifest, path: string, value: unknown): Manifest {
  const copy = structuredClone(object);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let target: unknown = copy;
  for (const step of steps)
    target = Array.isArray(target) ? target[Number(step)] : isRecord(target) ? target[step] : undefined;
  if (!isRecord(target)) throw new Error(`${titleOf(object)} has no ${steps.join('.')}`);
  target[last] = value;
  return copy;
}
