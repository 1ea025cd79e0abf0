import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { z } from 'zod';
import { variantSizes, videoMaxMinutes, videoMaxPixels, videoMaxStreams } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { makePoster, type Poster } from './pictures.ts';
import { type FailureCause, ProgramFailure, type ProgramRun } from './sandbox.ts';
import { durationArguments, posterArguments, probeArguments, type VideoInput } from './transcode.ts';

const posterAtSeconds = 0.5;
const probeMs = 15_000;
const posterMs = 30_000;
const probeBytes = 1_048_576;
const posterBytes = 64 * 1_048_576;
/** Files of exactly the maximum are a little longer by their last frame. */
const toleranceMs = 1_000;

/** What is stored of a video beside its bytes. */
export interface VideoDetails {
  /** Pixels as shown: upright and square. */
  width: number;
  height: number;
  durationMs: number;
  poster: Poster;
}

export type InspectionDeps = Pick<Deps, 'spool' | 'sandbox'>;

/**
 * Reads an untrusted video and makes its poster, in a sandbox. Throws 400 `video_unreadable`, `video_missing` for a
 * file with sound only, `video_dimensions` and `video_too_long`, and 503 when the machine was too slow or is stopping.
 */
export function inspectVideo(deps: InspectionDeps, input: VideoInput): Promise<VideoDetails> {
  return deps.spool.withFolder(async (folder) => {
    const probe = await probeVideo(deps, input, folder);
    const stream = requireVideo(probe);
    const size = requireSize(stream);
    const durationMs = await requireDuration(deps, input, { probe, stream, folder });
    return { ...size, durationMs, poster: await posterOf(deps, input, { stream, durationMs, folder }) };
  });
}

const Seconds = z.coerce.number().nonnegative().optional().catch(undefined);
const Rotation = z.coerce.number().catch(0);

const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  duration: Seconds,
  disposition: z.object({ attached_pic: z.int().optional() }).optional(),
  tags: z.object({ rotate: Rotation.optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: Rotation.optional() })).optional(),
});
type Stream = z.output<typeof Stream>;

const Probe = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: Seconds }).default({ duration: undefined }),
});
type Probe = z.output<typeof Probe>;

async function probeVideo(deps: InspectionDeps, input: VideoInput, folder: string): Promise<Probe> {
  const args = probeArguments(input);
  const output = await runOn(deps, {
    program: 'ffprobe',
    args,
    folder,
    maxMs: probeMs,
    maxOutputBytes: probeBytes,
  });
  try {
    return Probe.parse(JSON.parse(output.toString('utf8')));
  } catch (cause) {
    throw errors.fail('video_unreadable', undefined, { cause });
  }
}

/** The first stream of moving pictures; a cover is none. */
function requireVideo({ streams }: Probe): Stream {
  if (streams.length > videoMaxStreams) throw errors.fail('video_unreadable');
  const stream = streams.find((each) => each.codec_type === 'video' && each.disposition?.attached_pic !== 1);
  if (stream) return stream;
  throw errors.fail(streams.length > 0 ? 'video_missing' : 'video_unreadable');
}

/** Throws unless the picture is at most 4K; a size of 0 is that of a damaged file. */
function requireSize(stream: Stream): { width: number; height: number } {
  const { width = 0, height = 0 } = stream;
  if (width <= 0 || height <= 0) throw errors.fail('video_unreadable');
  const shown = Math.max(1, Math.round(width * aspectOf(stream)));
  if (width * height > videoMaxPixels || shown * height > videoMaxPixels) throw errors.fail('video_dimensions');
  return isTurned(stream) ? { width: height, height: shown } : { width: shown, height };
}

/** Width of a pixel by its height. */
function aspectOf({ sample_aspect_ratio: ratio = '' }: Stream): number {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  return across > 0 && down > 0 ? across / down : 1;
}

const isTurned = ({ tags, side_data_list: sideData }: Stream): boolean => {
  const rotation = sideData?.find((data) => data.rotation !== undefined)?.rotation ?? tags?.rotate ?? 0;
  return Math.abs(Math.round(rotation / 90)) % 2 === 1;
};

interface Probed {
  stream: Stream;
  folder: string;
}

/** A file recorded by a browser often has no duration: then its packets are read. */
async function requireDuration(
  deps: InspectionDeps,
  input: VideoInput,
  { probe: { format }, stream, folder }: Probed & { probe: Probe },
): Promise<number> {
  const declared = format.duration ?? stream.duration;
  const seconds = declared || (await measureDuration(deps, input, { stream, folder }));
  const durationMs = Math.round(seconds * 1_000);
  if (durationMs > videoMaxMinutes * 60_000 + toleranceMs) throw errors.fail('video_too_long');
  return durationMs;
}

async function measureDuration(deps: InspectionDeps, input: VideoInput, { stream, folder }: Probed): Promise<number> {
  const args = durationArguments(input, stream.index);
  const output = await runOn(deps, {
    program: 'ffmpeg',
    args,
    folder,
    maxMs: posterMs,
    maxOutputBytes: probeBytes,
  });
  const [, microseconds] = [...output.toString('latin1').matchAll(/^out_time_ms=(\d+)$/gm)].at(-1) ?? [];
  return Number(microseconds ?? 0) / 1_000_000;
}

async function posterOf(
  deps: InspectionDeps,
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
  return makePoster(frame);
}

const noFrame = Buffer.alloc(0);

function emptyIfBroken(error: unknown): Buffer {
  if (error instanceof AppError && error.status < 500) return noFrame;
  throw error;
}

/** Limits that the machine's load causes, too; the sender may try again. */
const passing: readonly FailureCause[] = ['time', 'stopped'];

async function runOn({ sandbox }: InspectionDeps, run: ProgramRun): Promise<Buffer> {
  try {
    return await sandbox.run(run);
  } catch (cause) {
    if (!(cause instanceof ProgramFailure)) throw cause;
    if (passing.includes(cause.why)) throw fail('unavailable', undefined, { cause, retryAfter: 5 });
    throw errors.fail('video_unreadable', undefined, { cause });
  }
}
