import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { parseAllDocuments } from 'yaml';
import { helmIn } from '../../tools/helm.mjs';
import { definitions } from '../definitions.ts';

/** The charts rendered by the real helm (which deploy/tools/helm.mjs installs). */
export const root = join(import.meta.dirname, '..', '..', '..');
const program = helmIn(root);

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
}

export interface Rendering {
  /** Values files, relative to the project's root. */
  values?: readonly string[];
  /** Values by path (JSON). */
  set?: Readonly<Record<string, unknown>>;
  /** CRDs and metrics APIs of the cluster besides the built-in APIs. */
  apiVersions?: readonly string[];
  kubeVersion?: string;
  /** Set as on the command line, where helm parses numbers. */
  setPlain?: readonly string[];
  /** Address of the API of a cluster with existing objects; without it the chart finds none. */
  cluster?: string;
}

/** A cluster with all optional APIs of the chart. */
export const wellEquipped = ['monitoring.coreos.com/v1', 'custom.metrics.k8s.io/v1beta1'];

/** Values that services require and the files in ci/ omit: examples of settings, and random secrets. */
export const requiredOfTests: readonly string[] = [
  '--set-json=examples=true',
  ...definitions
    .flatMap(({ variables }) => variables.filter(({ name, random }) => random && name !== 'INTERNAL_TOKEN_SECRET'))
    .map(({ name }) => `--set-string=secrets.values.${name}=secret-of-the-tests-${name}`),
];

const rendered = new Map<string, Promise<readonly Manifest[]>>();

/** Returns all objects of a chart; rejects with helm's error. Equal renderings run once. */
export function render(chart: 'tribus' | 'infra', rendering: Rendering = {}): Promise<readonly Manifest[]> {
  // The objects of a cluster may change between two renderings.
  if (rendering.cluster) return renderAnew(chart, rendering);
  const key = JSON.stringify([chart, rendering]);
  const objects = rendered.get(key) ?? renderAnew(chart, rendering);
  rendered.set(key, objects);
  return objects;
}

async function renderAnew(chart: 'tribus' | 'infra', rendering: Rendering): Promise<readonly Manifest[]> {
  const { values = [], set = {}, setPlain = [], apiVersions = [], kubeVersion = '1.34.0', cluster } = rendering;
  const release = chart;
  const text = await helm(
    'template',
    release,
    `helm/${chart}`,
    '--namespace',
    'tribus',
    '--kube-version',
    kubeVersion,
    [
      ...(chart === 'tribus' ? requiredOfTests : []),
      ...values.flatMap((file) => ['--values', file]),
      ...Object.entries(set).flatMap(([path, value]) => ['--set-json', `${path}=${JSON.stringify(value)}`]),
      ...setPlain.flatMap((words) => ['--set', words]),
      ...apiVersions.flatMap((version) => ['--api-versions', version]),
      ...(cluster
        ? ['--dry-run=server', '--disable-openapi-validation', '--kube-apiserver', cluster, '--kubeconfig', '/dev/null']
        : []),
    ],
  );
  const documents = parseAllDocuments(text);
  if (!('length' in documents)) throw new Error('helm rendered nothing');
  return documents.filter((document) => document.contents !== null).map((document) => asManifest(document.toJS()));
}

export async function helm(...args: (string | readonly string[])[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args.flat(), { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw new Error('helm is not installed: `npm test contract` and `npm run lint` install it', { cause: error });
    throw error;
  }
}

function asManifest(value: unknown): Manifest {
  if (!isManifest(value)) throw new Error(`not a Kubernetes object: ${JSON.stringify(value)}`);
  return value;
}

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  typeof value.apiVersion === 'string' &&
  typeof value.kind === 'string' &&
  isRecord(value.metadata) &&
  typeof value.metadata.name === 'string';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const titleOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

interface Named {
  metadata?: { name?: string };
}

/** Returns the object of this kind and name; throws when there is none. */
export function find<T extends Named>(
  objects: readonly Manifest[],
  is: (value: unknown) => value is T,
  name: string,
): T {
  const found = objects
    .filter((object): object is Manifest & T => is(object))
    .find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`there is no such object: ${name}`);
  return found;
}

/** Returns all objects of one kind. */
export const allOf = <T>(objects: readonly Manifest[], is: (value: unknown) => value is T): (Manifest & T)[] =>
  objects.filter((object): object is Manifest & T => is(object));
