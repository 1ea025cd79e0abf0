import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '@tribus/kit/core/errors.ts';
import { errors } from './errors.ts';
import { ProgramFailure } from './sandbox.ts';
import { containers, copyArguments, type VideoInput } from './transcode.ts';
import { findSound, isTimeout, type Probe, type ProbeDeps, probeVideo, requireVideo, runOn } from './video-probe.ts';

const copyMs = 30_000;
const copyOutputBytes = 65_536;
/** A copy may be larger than its original by its index, but not by samples that several entries of an index name. */
const growthBytes = 8 * 1_048_576;

export interface StrippedVideo {
  path: string;
  sizeBytes: number;
}

/**
 * Copies a video as `stripMetadata`, whatever its size and its duration. Throws as `probeVideo`, too, and 400
 * `video_unreadable` when nothing is left of it.
 */
export async function stripVideo(deps: ProbeDeps, input: VideoInput, folder: string): Promise<StrippedVideo> {
  const probe = await probeVideo(deps, input, { folder });
  const stripped = await stripMetadata(deps, input, { probe, folder });
  const { format } = await probeVideo(deps, { ...input, path: stripped.path }, { folder });
  if (!format.duration) throw errors.fail('video_unreadable');
  return stripped;
}

/** As `stripVideo` of an uploaded file; throws `video_too_slow` beyond a limit of time, as `inspectVideo`. */
export function stripUpload(deps: ProbeDeps, input: VideoInput, folder: string): Promise<StrippedVideo> {
  return stripVideo(deps, input, folder).catch((error) => {
    throw refuseSlow(error);
  });
}

/** A file that may be sent again after a limit of time would occupy the programs without end. */
export const refuseSlow = (error: unknown): unknown =>
  isTimeout(error) ? errors.fail('video_too_slow', undefined, { cause: error }) : error;

/**
 * Copies the picture and the sound of a video, as they are encoded, to a file in the folder: without the position of the
 * camera, titles, chapters, covers and other streams (trust.md 17). Throws 400 `video_unreadable` when they cannot be
 * copied, 503 on a full disk, and as `runOn`.
 */
export async function stripMetadata(
  deps: ProbeDeps,
  input: VideoInput,
  { probe, folder }: { probe: Probe; folder: string },
): Promise<StrippedVideo> {
  const maxBytes = (await stat(input.path)).size + growthBytes;
  await requireRoom(folder, maxBytes);
  const sound = findSound(probe);
  const streams = [requireVideo(probe), ...(sound ? [sound] : [])].map(({ index }) => index);
  const path = join(folder, 'stripped');
  const copyTo = (container = '') =>
    runOn(deps, {
      program: 'ffmpeg',
      args: copyArguments(input, { streams, container, maxBytes, output: path }),
      folder,
      maxMs: copyMs,
      maxOutputBytes: copyOutputBytes,
    });
  const [usual, wider] = containers[input.type];
  await copyTo(usual).catch(async (error) => {
    if (!isOwnFailure(error)) throw error;
    await requireRoom(folder, maxBytes);
    return copyTo(wider);
  });
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes >= maxBytes) throw errors.fail('video_unreadable');
  return { path, sizeBytes };
}

/** A full disk is not the file's fault, but to the program it looks like any other failure. */
async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw fail('unavailable', undefined, { retryAfter: 5 });
}

/** Whether the program itself has failed, e.g. because the container does not take a codec. */
const isOwnFailure = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof ProgramFailure && error.cause.why === 'exit';
