import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { group, type Setting, variable } from '@tribus/kit/core/settings.ts';

/** The paths of the programs that read and convert videos. */
export interface VideoPrograms {
  ffmpeg: string;
  ffprobe: string;
}

const pathOf = (name: string, program: keyof VideoPrograms): Setting<string> => ({
  variables: [
    variable(name, {
      about: `The program ${program}; by default the one on the \`PATH\`, or else the one of the npm package.`,
      type: 'a file',
    }),
  ],
  read(env) {
    const found = env.optional(name) ?? findProgram(program, env.optional('PATH')) ?? ofPackage(program);
    if (found === undefined) env.problems.push(`${name}: ${program} was not found`);
    return found ?? '';
  },
});

/** A missing program stops the start, because no video could be accepted. */
export const programs: Setting<VideoPrograms> = group({
  ffmpeg: pathOf('FFMPEG_PATH', 'ffmpeg'),
  ffprobe: pathOf('FFPROBE_PATH', 'ffprobe'),
});

/** The path of a program in these folders; undefined without. */
export function findProgram(name: string, path = '/usr/local/bin:/usr/bin:/bin'): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** Undefined on a system for which the package has no program: it throws when it is loaded. */
function ofPackage(program: keyof VideoPrograms): string | undefined {
  try {
    const { path } = createRequire(import.meta.url)(`@${program}-installer/${program}`);
    // The package of ffprobe lets only its owner execute the program.
    if (!isExecutable(path)) chmodSync(path, 0o755);
    return path;
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
