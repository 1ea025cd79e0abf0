import { AppError, fail } from '@tribus/kit/core/errors.ts';
import { z } from 'zod';
import { videoMaxPixels, videoMaxStreams } from '../limits.ts';
import type { Deps } from './deps.ts';
import { errors } from './errors.ts';
import { type FailureCause, ProgramFailure, type ProgramRun } from './sandbox.ts';
import type { VideoType } from './store/tables.ts';
import { durationArguments, probeArguments, readProgress, type VideoInput } from './transcode.ts';

const probeMs = 15_000;
const durationMs = 30_000;
const probeBytes = 1_048_576;

export type ProbeDeps = Pick<Deps, 'sandbox'>;

/** The folder of a program, and the signal that ends the need for its result. */
export type Workplace = Pick<ProgramRun, 'folder' | 'signal'>;

const Seconds = z.coerce.number().nonnegative().optional().catch(undefined);
const Rotation = z.coerce.number().catch(0);

const Stream = z.object({
  index: z.int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  color_transfer: z.string().optional(),
  channels: z.int().optional(),
  width: z.int().optional(),
  height: z.int().optional(),
  sample_aspect_ratio: z.string().optional(),
  duration: Seconds,
  disposition: z.object({ attached_pic: z.int().optional(), default: z.int().optional() }).optional(),
  tags: z.object({ rotate: Rotation.optional(), DURATION: z.string().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: Rotation.optional() })).optional(),
});
export type Stream = z.output<typeof Stream>;

const Probe = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: Seconds }).default({ duration: undefined }),
});
export type Probe = z.output<typeof Probe>;

/** Describes an untrusted file; throws as `runOn`. */
export async function probeVideo(deps: ProbeDeps, input: VideoInput, workplace: Workplace): Promise<Probe> {
  const limits = { maxMs: probeMs, maxOutputBytes: probeBytes };
  const output = await runOn(deps, { program: 'ffprobe', args: probeArguments(input), ...workplace, ...limits });
  try {
    return Probe.parse(JSON.parse(output.toString('utf8')));
  } catch (cause) {
    throw errors.fail('video_unreadable', undefined, { cause });
  }
}

/** The first stream of moving pictures; a cover is none. Throws `video_missing` for a file with sound only. */
export function requireVideo({ streams }: Probe): Stream {
  if (streams.length > videoMaxStreams) throw errors.fail('video_unreadable');
  const stream = streams.find((each) => each.codec_type === 'video' && each.disposition?.attached_pic !== 1);
  if (stream) return stream;
  throw errors.fail(streams.length > 0 ? 'video_missing' : 'video_unreadable');
}

/** The sound that players choose: the stream marked as default, else the first one. */
export function findSound({ streams }: Probe): Stream | undefined {
  const sounds = streams.filter((each) => each.codec_type === 'audio');
  return sounds.find(({ disposition }) => disposition?.default === 1) ?? sounds[0];
}

/** Pixels as shown; throws unless the picture is at most 4K. A size of 0 is that of a damaged file. */
export function requireSize(stream: Stream): { width: number; height: number } {
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

/** Whether the picture has a high dynamic range, which few screens show. */
export const isHdr = ({ color_transfer: transfer = '' }: Stream): boolean =>
  ['smpte2084', 'arib-std-b67'].includes(transfer);

/** Codecs that all current browsers decode, with eight bits and halved colours (docs/decisions/0040). */
const playableCodecs: Record<VideoType, { pictures: readonly string[]; sounds: readonly string[] }> = {
  'video/mp4': { pictures: ['h264'], sounds: ['aac'] },
  'video/webm': { pictures: ['vp8', 'vp9'], sounds: ['opus', 'vorbis'] },
};
const playableColours = ['yuv420p', 'yuvj420p'];
/** Lossless files are marked as halved colours, too, but by a profile that only few decoders know. */
const playableProfiles = ['Constrained Baseline', 'Baseline', 'Main', 'Constrained High', 'High'];

/** Whether every browser plays a file with these streams. */
export function isPlayable(probe: Probe, type: VideoType): boolean {
  const { pictures, sounds } = playableCodecs[type];
  const stream = requireVideo(probe);
  const { codec_name: codec = '', pix_fmt: colours = '', profile = '' } = stream;
  const sound = findSound(probe)?.codec_name;
  return (
    pictures.includes(codec) &&
    playableColours.includes(colours) &&
    (codec !== 'h264' || playableProfiles.includes(profile)) &&
    !isHdr(stream) &&
    (sound === undefined || sounds.includes(sound))
  );
}

/** Seconds of a stream, as declared; without, its packets are read. Throws as `runOn`. */
export async function durationOf(
  deps: ProbeDeps,
  input: VideoInput,
  stream: Stream,
  workplace: Workplace,
): Promise<number> {
  return stream.duration || secondsOf(stream.tags?.DURATION) || measureDuration(deps, input, stream, workplace);
}

/** Returns the seconds of a duration such as `00:01:02.500000000`; 0 when it is missing or unreadable. */
function secondsOf(text = ''): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3_600 + minutes * 60 + seconds || 0;
}

/** Reads all packets of a stream; resolves to the seconds until the last one. Throws as `runOn`. */
export async function measureDuration(
  deps: ProbeDeps,
  input: VideoInput,
  stream: Stream,
  workplace: Workplace,
): Promise<number> {
  const args = durationArguments(input, stream.index);
  const limits = { maxMs: durationMs, maxOutputBytes: probeBytes };
  let lastMs = 0;
  const onOutput = readProgress(({ doneMs }) => {
    lastMs = doneMs;
  });
  await runOn(deps, { program: 'ffmpeg', args, onOutput, ...workplace, ...limits });
  return lastMs / 1_000;
}

/** Faults that the machine's load or disk causes, too; the sender may try again. */
const passing: readonly FailureCause[] = ['time', 'disk', 'stopped'];

/** Runs a program; throws 400 `video_unreadable`, and 503 when the machine was too slow or is stopping. */
export async function runOn({ sandbox }: ProbeDeps, run: ProgramRun): Promise<Buffer> {
  try {
    return await sandbox.run(run);
  } catch (cause) {
    if (!(cause instanceof ProgramFailure)) throw cause;
    if (passing.includes(cause.why)) throw fail('unavailable', undefined, { cause, retryAfter: 5 });
    throw errors.fail('video_unreadable', undefined, { cause });
  }
}

/** Whether a program has exceeded its limit of time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof ProgramFailure && error.cause.why === 'time';

/** Whether the file itself was refused; other failures may pass. */
export const isAboutFile = (error: unknown): boolean => error instanceof AppError && error.status === 400;
