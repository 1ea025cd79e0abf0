import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Env } from '@tribus/kit/core/config.ts';
import { codeOf } from '@tribus/kit/core/errors.ts';
import { findOnPath, outputOf } from '../stores/programs.ts';

export interface Chromium {
  path: string;
  args: readonly string[];
  /** Variables to add to its environment. */
  env: Record<string, string>;
}

/**
 * The two pop-ups of the address bar are created as pages with every window, which takes 40 % of opening one. The
 * others are those that Playwright disables, because the browser uses only the last such list.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay'],
  ...['MediaRouter', 'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  'ThirdPartyStoragePartitioning',
];

/** Arguments with which Chromium opens local pages, also as root in a container, and sends no requests by itself. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
] as const;

/**
 * A page takes half the CPU of a full browser, without windows, tabs and extensions; npm's package is also a headless
 * shell.
 */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a browser for the browser tests: that of `CHROMIUM_PATH`, a headless shell on PATH, that of npm, unpacked on
 * first use, or a full browser on PATH.
 */
export async function findChromium(env: Env): Promise<Chromium> {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (await runs(named)) return { path: named, args, env: {} };
    throw new Error(`CHROMIUM_PATH is ${named}, but that browser does not run.`);
  }
  const found = (await firstOnPath(shells, env)) ?? (await shippedThatRuns()) ?? (await firstOnPath(browsers, env));
  if (found) return found;
  throw new Error('No browser was found: install Chromium, or set CHROMIUM_PATH to the path of one.');
}

async function firstOnPath(names: readonly string[], env: Env): Promise<Chromium | undefined> {
  for (const name of names) {
    const path = await findOnPath(name, env);
    if (path) return { path, args, env: {} };
  }
  return undefined;
}

async function shippedThatRuns(): Promise<Chromium | undefined> {
  const shipped = await unpackShipped();
  return shipped && (await runs(shipped.path, shipped.env)) ? shipped : undefined;
}

const runs = async (path: string, env?: Env): Promise<boolean> =>
  (await outputOf(path, ['--version'], env)) !== undefined;

/** npm's package contains a compressed browser for Linux on x64, with its libraries and fonts. */
async function unpackShipped(): Promise<Chromium | undefined> {
  const library = shippedLibrary();
  if (!library) return undefined;
  const { version } = JSON.parse(readFileSync(join(dirname(library), '..', 'package.json'), 'utf8'));
  const folder = join(cacheFolder(), `chromium-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(folder)) await unpack(library, folder);
  const env = { HOME: folder, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fontsOf(folder) };
  return { path: join(folder, 'chromium'), args, env };
}

function shippedLibrary(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return createRequire(import.meta.url).resolve('@sparticuz/chromium');
  } catch {
    // The package is not installed.
    return undefined;
  }
}

/** Returns a folder next to the packages, so that it is deleted with them; a temporary one when that is read-only. */
function cacheFolder(): string {
  const beside = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'tribus');
  try {
    mkdirSync(beside, { recursive: true });
    accessSync(beside, constants.W_OK);
    return beside;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))) throw error;
  }
  const temporary = join(tmpdir(), `tribus-chromium-${process.getuid?.() ?? 0}`);
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  // All users may write to the folder for temporary files: an existing folder must be ours.
  if (lstatSync(temporary).uid !== process.getuid?.()) throw new Error(`${temporary} belongs to another user.`);
  return temporary;
}

/**
 * Unpacks in a separate process and a draft folder, which is renamed when complete: the package unpacks into the
 * temporary folder and treats existing files as complete, and several tests may start concurrently.
 */
async function unpack(library: string, folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-`);
  const script = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(library).href)});
    await chromium.executablePath();`;
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      // This name makes it unpack the libraries of the system it was built for.
      env: { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    renameSync(draft, folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Returns a font configuration with Chromium's fonts and the machine's, because the packaged one names other folders. */
function fontsOf(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const folders = [join(folder, 'fonts', 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const lines = [...folders.map((path) => `<dir>${path}</dir>`), `<cachedir>${join(folder, 'font-cache')}</cachedir>`];
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  writeFileSync(file, `${head}<fontconfig>${lines.join('')}</fontconfig>\n`);
  return file;
}
