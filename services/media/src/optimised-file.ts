import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesPerMb, minGainPercent } from '../limits.ts';
import type { Deps } from './deps.ts';
import { ProgramFailure } from './sandbox.ts';
import type { ConvertedVideo } from './store/conversions.ts';
import {
  conversionArguments,
  filterArguments,
  mapsTones,
  readProgress,
  type ToneMapping,
  type VideoInput,
} from './transcode.ts';
import {
  durationOf,
  findSound,
  isHdr,
  probeVideo,
  requireSize,
  requireVideo,
  runOn,
  type Stream,
  type Workplace,
} from './video-probe.ts';

/** A slow machine takes several times as long as the video lasts. */
const limitOfDuration = 10;
/** Reports of progress, two a second. */
const progressBytes = 8 * bytesPerMb;
const filtersMs = 15_000;
/** A stream may be shorter than declared by its last frames and by the delay of an encoder. */
const [toleranceMs, tolerancePercent] = [1_000, 2];

/** Why a video is not converted, as `MediaFailed` names it. */
export type FailureReason = 'file_unreadable' | 'timeout' | 'too_large' | 'audio_lost' | 'conversion_failed';

/** The file itself, or what becomes of it, is to blame. */
export class ConversionFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, cause?: unknown) {
    super(`the video was not converted: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface OptimisedFile {
  path: string;
  sizeBytes: number;
  width: number;
  height: number;
  durationMs: number;
}

type ConversionDeps = Pick<Deps, 'sandbox' | 'conversionLimits'>;
type Original = Pick<ConvertedVideo, 'sizeBytes' | 'durationMs' | 'playable'>;

/**
 * Converts a video to a file in the folder of the workplace; undefined when a playable original is to stay, because
 * the result would not be smaller by `minGainPercent`. `onProgress` gets the milliseconds of the video converted so far.
 * Throws `ConversionFailure`, 400 and 503 as `probeVideo`, and `ProgramFailure` when it is stopped or the disk is full.
 */
export async function optimise(
  deps: ConversionDeps,
  input: VideoInput,
  original: Original,
  workplace: Workplace,
  onProgress: (convertedMs: number) => void,
): Promise<OptimisedFile | undefined> {
  const probe = await probeVideo(deps, input, workplace);
  const [picture, sound] = [requireVideo(probe), findSound(probe)];
  const path = join(workplace.folder, 'optimised.mp4');
  const args = conversionArguments(input, {
    picture: picture.index,
    sound: sound && { index: sound.index, channels: sound.channels ?? 0 },
    tones: isHdr(picture) ? await toneMappingOf(deps, workplace) : 'none',
    output: path,
  });
  const maxBytes = original.playable ? worthwhileBytes(original) : deps.conversionLimits.resultMaxBytes;
  if (!(await isWithin(deps, { args, maxBytes, durationMs: original.durationMs }, workplace, onProgress))) {
    if (original.playable) return undefined;
    throw new ConversionFailure('too_large');
  }
  const optimised = { path, type: 'video/mp4' } as const;
  const result = await probeVideo(deps, optimised, workplace);
  const shown = requireVideo(result);
  const shorter = (before: Stream, after: Stream | undefined) =>
    isShorter(deps, { input, stream: before }, { input: optimised, stream: after }, workplace);
  if (await shorter(picture, shown)) throw new ConversionFailure('file_unreadable');
  if (sound && (await shorter(sound, findSound(result)))) throw new ConversionFailure('audio_lost');
  const { size: sizeBytes } = await stat(path);
  if (original.playable && sizeBytes > worthwhileBytes(original)) return undefined;
  const durationMs = Math.round((result.format.duration ?? 0) * 1_000);
  return { path, sizeBytes, ...requireSize(shown), durationMs };
}

/** The largest optimised file that is worth a replacement. */
const worthwhileBytes = ({ sizeBytes }: Original): number => Math.floor((sizeBytes * (100 - minGainPercent)) / 100);

async function toneMappingOf(deps: ConversionDeps, workplace: Workplace): Promise<ToneMapping> {
  const limits = { maxMs: filtersMs, maxOutputBytes: bytesPerMb };
  const filters = await runOn(deps, { program: 'ffmpeg', args: filterArguments, ...workplace, ...limits });
  return mapsTones(filters.toString('latin1')) ? 'mapped' : 'plain';
}

/** Runs a conversion; false when its file has become larger than `maxBytes` and was given up. */
async function isWithin(
  { sandbox, conversionLimits: { leastMs, mostMs } }: ConversionDeps,
  { args, maxBytes, durationMs }: { args: readonly string[]; maxBytes: number; durationMs: number },
  { folder, signal }: Workplace,
  onProgress: (convertedMs: number) => void,
): Promise<boolean> {
  const tooLarge = new AbortController();
  const onOutput = readProgress(({ doneMs, sizeBytes }) => {
    if (sizeBytes > maxBytes) tooLarge.abort();
    else onProgress(doneMs);
  });
  try {
    await sandbox.run({
      ...{ program: 'ffmpeg', args, folder, isBackground: true, onOutput },
      signal: signal ? AbortSignal.any([signal, tooLarge.signal]) : tooLarge.signal,
      maxMs: Math.min(mostMs, leastMs + limitOfDuration * durationMs),
      maxOutputBytes: progressBytes,
    });
    return !tooLarge.signal.aborted;
  } catch (error) {
    signal?.throwIfAborted();
    if (tooLarge.signal.aborted) return false;
    if (!(error instanceof ProgramFailure) || error.why === 'stopped' || error.why === 'disk') throw error;
    throw new ConversionFailure(error.why === 'time' ? 'timeout' : 'file_unreadable', error);
  }
}

interface StreamOf {
  input: VideoInput;
  stream: Stream | undefined;
}

/** Whether a stream is missing or noticeably shorter than it was. */
async function isShorter(
  deps: ConversionDeps,
  before: StreamOf & { stream: Stream },
  after: StreamOf,
  workplace: Workplace,
): Promise<boolean> {
  const msOf = async ({ input, stream }: StreamOf) =>
    stream ? (await durationOf(deps, input, stream, workplace)) * 1_000 : 0;
  const [expectedMs, ms] = [await msOf(before), await msOf(after)];
  if (expectedMs > 0 && ms === 0) return true;
  return expectedMs - ms > toleranceMs + (expectedMs * tolerancePercent) / 100;
}
