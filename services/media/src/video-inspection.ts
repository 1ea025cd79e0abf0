import { AppError } from '@tribus/kit/core/errors.ts';
import { variantSizes, videoMaxMinutes } from '../limits.ts';
import { errors } from './errors.ts';
import { makePoster, type Poster } from './pictures.ts';
import { refuseSlow, type StrippedVideo, stripMetadata } from './stripped-video.ts';
import { posterArguments, type VideoInput } from './transcode.ts';
import {
  isAboutFile,
  isPlayable,
  measureDuration,
  type Probe,
  type ProbeDeps,
  probeVideo,
  requireSize,
  requireVideo,
  runOn,
  type Stream,
} from './video-probe.ts';

const posterAtSeconds = 0.5;
const posterMs = 30_000;
const posterBytes = 64 * 1_048_576;
/** Files of exactly the maximum are a little longer by their last frame. */
const toleranceMs = 1_000;

/** A video to be stored: a file without metadata, and its facts. */
export interface InspectedVideo extends StrippedVideo {
  /** Pixels as shown: upright and square. */
  width: number;
  height: number;
  durationMs: number;
  /** Whether every browser plays it. */
  playable: boolean;
  poster: Poster;
}

/**
 * Reads an untrusted video, makes its poster and copies it without its metadata to a file in the folder, in a sandbox.
 * Throws 400 `video_unreadable`, `video_missing` for a file with sound only, `video_dimensions`, `video_too_long`, and
 * `video_too_slow` beyond a limit of time, and 503 when the machine is stopping.
 */
export function inspectVideo(deps: ProbeDeps, input: VideoInput, folder: string): Promise<InspectedVideo> {
  return inspect(deps, input, folder).catch((error) => {
    throw refuseSlow(error);
  });
}

async function inspect(deps: ProbeDeps, input: VideoInput, folder: string): Promise<InspectedVideo> {
  const probe = await probeVideo(deps, input, { folder });
  const stream = requireVideo(probe);
  const size = requireSize(stream);
  const declaredMs = await requireDuration(deps, input, { probe, stream, folder });
  const poster = await posterOf(deps, input, { stream, durationMs: declaredMs, folder });
  // Without a duration players neither show its length nor move in it.
  const playable = isPlayable(probe, input.type) && declaredSeconds(probe, stream) > 0;
  const stripped = await stripMetadata(deps, input, { probe, folder });
  const durationMs = (await readDuration(deps, { ...input, path: stripped.path }, folder)) || declaredMs;
  return { ...size, ...stripped, durationMs, playable, poster };
}

/** Milliseconds of a stripped video, as declared: fewer than those of its original if that was cut off. */
async function readDuration(deps: ProbeDeps, input: VideoInput, folder: string): Promise<number> {
  const probe = await probeVideo(deps, input, { folder });
  return Math.round(declaredSeconds(probe, requireVideo(probe)) * 1_000);
}

interface Probed {
  stream: Stream;
  folder: string;
}

/** A file recorded by a browser often has no duration: then its packets are read. */
async function requireDuration(
  deps: ProbeDeps,
  input: VideoInput,
  { probe, stream, folder }: Probed & { probe: Probe },
): Promise<number> {
  const seconds = declaredSeconds(probe, stream) || (await measureDuration(deps, input, stream, { folder }));
  const durationMs = Math.round(seconds * 1_000);
  if (durationMs > videoMaxMinutes * 60_000 + toleranceMs) throw errors.fail('video_too_long');
  return durationMs;
}

/** Zero without a declared duration. */
const declaredSeconds = ({ format }: Probe, stream: Stream): number => format.duration ?? stream.duration ?? 0;

async function posterOf(
  deps: ProbeDeps,
  input: VideoInput,
  { stream, durationMs, folder }: Probed & { durationMs: number },
): Promise<Poster> {
  const frameAt = (seconds: number) =>
    runOn(deps, {
      program: 'ffmpeg',
      args: posterArguments(input, { stream: stream.index, seconds, width: variantSizes.large }),
      folder,
      maxMs: posterMs,
      maxOutputBytes: posterBytes,
    });
  const later = durationMs > posterAtSeconds * 1_000 ? await frameAt(posterAtSeconds).catch(emptyIfBroken) : noFrame;
  // A shorter video, or one with no frame behind that time.
  const frame = later.length > 0 ? later : await frameAt(0);
  if (frame.length === 0) throw errors.fail('video_unreadable');
  return makePoster(frame).catch((error) => {
    throw isUnreadable(error) ? errors.fail('video_unreadable', undefined, { cause: error }) : error;
  });
}

/** Whether a frame is no picture; its sender knows of a video only. */
const isUnreadable = (error: unknown): boolean => error instanceof AppError && error.code === 'image_unreadable';

const noFrame = Buffer.alloc(0);

function emptyIfBroken(error: unknown): Buffer {
  if (isAboutFile(error)) return noFrame;
  throw error;
}
