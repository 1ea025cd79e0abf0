import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { homedir, constants as system } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

/** A problem that the user can fix; the message names the fix. */
export class SetupError extends Error {}

export const log = (line) => process.stderr.write(`${line}\n`);

/** The Node that is downloaded when none is suitable; the hashes are npm's for these files. */
const nodeVersion = '24.21.0';
const nodeIntegrity = {
  x64: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  arm64: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/** Sources run unbuilt from 24.11 on; other major versions are not supported. */
const isSuitable = (version) => /^v?24\.(1[1-9]|[2-9]\d)\./.test(version);

/** Returns the path of a Node 24: the running one, or one in `.node`, downloaded on the first run. */
export async function ensureNode(root) {
  if (isSuitable(process.version)) return process.execPath;
  const folder = join(root, '.node');
  const name = `node-linux-${process.arch}`;
  const node = join(folder, 'node_modules', name, 'bin', 'node');
  if (versionOf(node) === `v${nodeVersion}`) return node;
  if (process.platform !== 'linux' || !nodeIntegrity[process.arch]) {
    throw new SetupError(`This is Node ${process.version}. Install Node 24 (nodejs.org) and start again.`);
  }
  log(`Downloading Node ${nodeVersion} (first run only)…`);
  await fetchPackage(root, { folder, name, version: nodeVersion, integrity: nodeIntegrity[process.arch] });
  if (versionOf(node) !== `v${nodeVersion}`) throw new SetupError(`The fetched Node does not run here: ${node}`);
  return node;
}

/** Installs one package of npm into its own folder, with exactly this version and hash, without its dependencies. */
export async function fetchPackage(root, { folder, name, version, integrity }, node = process.execPath) {
  mkdirSync(folder, { recursive: true });
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  writeJson(join(folder, 'package.json'), { private: true, dependencies });
  writeJson(join(folder, 'package-lock.json'), { lockfileVersion: 3, requires: true, packages });
  await npmCi(root, folder, node, `Downloading ${name}`, ['--legacy-peer-deps']);
}

function versionOf(node) {
  return existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() : undefined;
}

/** Installs the packages when some of the lock file are missing. Never changes the lock file. */
export async function ensureModules(root, node) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  // npm selects packages by Node version and machine.
  const wanted = hash([lock, nodeMajor(node), process.platform, process.arch]);
  const stamp = join(root, 'node_modules', '.tribus-stamp');
  if (read(stamp) === wanted) return;
  if (!isInstalled(root, JSON.parse(lock.toString()))) {
    log(existsSync(join(root, 'node_modules')) ? 'Installing packages…' : 'Installing packages (first run only)…');
    await npmCi(root, root, node, 'Installing packages');
  }
  writeFileSync(stamp, wanted);
}

const nodeMajor = (node) => versionOf(node)?.split('.')[0] ?? '';

/**
 * Whether manually installed packages match the lock file. Packages for other machines are missing; one for this
 * machine is required, because an older npm silently omits it.
 */
function isInstalled(root, lock) {
  const installed = JSON.parse(read(join(root, 'node_modules', '.package-lock.json')) ?? '{}').packages ?? {};
  return Object.entries(lock.packages).every(([path, { version, optional, link, os, cpu, libc }]) => {
    if (!path.includes('node_modules/') || link) return true;
    if (installed[path]) return installed[path].version === version && existsSync(join(root, path));
    if (!optional) return false;
    return !(os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes(libcHere())));
  });
}

const libcHere = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');

/** Generates the code of the contracts between services when they changed. */
export async function ensureProto(root, node) {
  const folder = join(root, 'proto');
  const stamp = join(folder, 'gen', '.stamp');
  const wanted = hash([lockOf(root), ...contentsOf(folder, ['gen', 'node_modules'])]);
  if (read(stamp) === wanted) return;
  log('Generating the contracts between services…');
  const bin = join(root, 'node_modules', '.bin');
  await runStep('Generating the contracts', node, [join(bin, 'buf'), 'generate'], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [bin, dirname(node), process.env.PATH].join(delimiter),
      BUF_CACHE_DIR: join(root, '.node', 'buf-cache'),
    },
  });
  writeFileSync(stamp, wanted);
}

/** Generates the API types of the web app when the services' declarations may have changed. */
export async function ensureApiTypes(root, node) {
  const script = join('deploy', 'checks', 'api-types.ts');
  const stamp = join(root, 'node_modules', '.cache', 'api-types');
  const inputs = [lockOf(root), readFileSync(join(root, script))];
  const wanted = hash([...inputs, ...contentsOf(join(root, 'services'), ['node_modules', 'migrations', 'tests'])]);
  if (read(stamp) === wanted && existsSync(join(root, 'frontend', 'src', 'lib', apiTypes))) return;
  log('Generating the types of the API…');
  await runStep('Generating the types of the API', node, ['--no-warnings', script], { cwd: root });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Git-ignored, in frontend/src/lib. */
const apiTypes = 'api.gen.ts';

/** Builds the web app when its sources, or the service modules it imports, changed. Types do not affect the build. */
export async function ensureFrontend(root, node) {
  const folder = join(root, 'frontend');
  const stamp = join(folder, 'dist', '.stamp');
  const services = readdirSync(join(root, 'services')).sort();
  const shared = services.flatMap((name) => ['limits.ts', 'tags.ts'].map((file) => join(root, 'services', name, file)));
  const inputs = [
    lockOf(root),
    ...contentsOf(folder, ['dist', 'node_modules', 'e2e', apiTypes]),
    ...shared.map((file) => read(file) ?? ''),
  ];
  const wanted = hash(inputs);
  if (read(stamp) === wanted) return;
  log('Building the web app…');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await runStep('Building the web app', node, [vite, 'build', '--logLevel', 'error'], { cwd: folder });
  writeFileSync(stamp, wanted);
}

const lockOf = (root) => readFileSync(join(root, 'package-lock.json'));

/** Installs exactly the lock file in `folder`. Install scripts are disabled: no package needs one. */
async function npmCi(root, folder, node, what, more = []) {
  const [program, ...before] = findNpm(node);
  const quiet = [
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--no-progress',
    '--loglevel=error',
    '--logs-max=0',
  ];
  // An unreachable registry fails within half a minute in total, not per attempt.
  const retryOptions = ['--fetch-retries=3', '--fetch-retry-factor=2', '--fetch-retry-mintimeout=2000'];
  const whole = ['--ignore-scripts', '--include=dev', '--include=optional'];
  await runStep(what, program, [...before, 'ci', '--prefix', folder, ...quiet, ...whole, ...retryOptions, ...more], {
    cwd: folder,
    env: { ...withoutNpmRun(process.env), PATH: `${dirname(node)}${delimiter}${process.env.PATH}`, ...cacheFor(root) },
  });
}

/**
 * Returns npm as a program and its first arguments: its script under our Node, because under an older one it omits
 * packages.
 */
function findNpm(node) {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'));
  const beside = join(dirname(process.execPath), 'npm');
  const candidates = [process.env.npm_execpath ?? '', ...onPath, beside].filter(existsSync);
  const scripts = candidates.map((file) => realpathSync(file)).filter((file) => basename(file) === 'npm-cli.js');
  if (scripts[0]) return [node, scripts[0]];
  const starter = candidates.find((file) => basename(file) === 'npm');
  if (starter) return [starter];
  throw new SetupError('npm was not found. It comes with Node: install Node from nodejs.org and start again.');
}

/** Removes variables of `npm start`, which another npm would read as settings. */
function withoutNpmRun(env) {
  const ofRun =
    /^npm_(package_|lifecycle_|config_(local_prefix|global_prefix|prefix|npm_version|node_gyp|user_agent)$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofRun.test(name)));
}

/** npm's cache is in the home folder; when that is read-only, next to our Node. */
function cacheFor(root) {
  if (process.env.npm_config_cache && canMake(process.env.npm_config_cache)) return {};
  return canMake(join(homedir(), '.npm')) ? {} : { npm_config_cache: join(root, '.node', 'npm-cache') };
}

function canMake(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs one step of the setup; its output is shown only when it fails. */
async function runStep(what, program, args, options) {
  let output = '';
  const listen = (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  };
  const { code, interrupted } = await runToEnd(
    program,
    args,
    { ...options, stdio: ['ignore', 'pipe', 'pipe'] },
    listen,
  );
  if (interrupted) process.exit(code);
  if (code !== 0) throw new SetupError(explain(what, output));
}

function explain(what, output) {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !/^npm error\s+at /.test(line));
  // npm prints the error first, then its usage; compilers print the error last.
  const excerpt = output.startsWith('npm error') ? lines.slice(0, 10) : lines.slice(-20);
  const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT/;
  const why = unreachable.test(output)
    ? 'the npm registry could not be reached. Check the network (or its proxy) and start again.'
    : 'this went wrong:';
  return [`${what}: ${why}`, ...excerpt].join('\n');
}

/**
 * Runs a program to its end and forwards received signals. The same signal within a second is one key press, received
 * in two ways.
 */
export async function runToEnd(program, args, options, started = () => undefined) {
  const child = spawn(program, args, options);
  let last = { signal: '', at: 0 };
  const passOn = (signal) => {
    const again = last.signal === signal && Date.now() - last.at < 1000;
    last = { signal, at: Date.now() };
    // A closed terminal is an ordinary end.
    if (!again) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  started(child);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        resolve({ code: code ?? 128 + (system.signals[signal] ?? 0), interrupted: last.signal !== '' });
      });
    });
  } finally {
    for (const signal of signals) process.off(signal, passOn);
  }
}

/** Names and contents of all files in `folder`, without the folders to `skip`. */
function contentsOf(folder, skip) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .filter((entry) => !skip.includes(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [entry.name, ...contentsOf(path, skip)] : [entry.name, readFileSync(path)];
    });
}

function hash(parts) {
  const sum = createHash('sha256');
  // Prefixing the length separates parts unambiguously.
  for (const part of parts) sum.update(`${part.length}:`).update(part);
  return sum.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
