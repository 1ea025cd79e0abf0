import ffmpeg from 'fluent-ffmpeg';
import { videoMaxPixels } from '../limits.ts';
import type { VideoType } from './store/tables.ts';

/**
 * The only module that knows ffmpeg's arguments. The library builds the lists; the sandbox runs them, because the
 * library starts programs with the environment of this process and without a process group.
 */

/** By the sniffed type; ffmpeg never guesses, so a playlist with another name is no playlist. */
const demuxers: Record<VideoType, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' };

const decoders = [
  ...['h264', 'hevc', 'mpeg4', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['aac', 'opus', 'libopus', 'vorbis', 'libvorbis', 'mp3', 'mp3float', 'ac3', 'eac3', 'flac', 'alac'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_f32le'],
];

/** Options of an untrusted input, for both programs. */
const inputOptions = (type: VideoType, threads: number, maxPixels = videoMaxPixels): string[] => [
  ...['-protocol_whitelist', 'file,pipe', '-codec_whitelist', decoders.join(',')],
  ...['-max_pixels', String(maxPixels), '-threads', String(threads), '-f', demuxers[type]],
];

/** Larger pictures than are accepted can be described, so that their refusal tells why. */
const probedMaxPixels = 16_384 * 8_192;

export interface VideoInput {
  path: string;
  type: VideoType;
}

/** Describes the container and its streams as JSON. */
export const probeArguments = ({ path, type }: VideoInput): string[] => [
  ...['-v', 'error', '-hide_banner', ...inputOptions(type, 1, probedMaxPixels)],
  ...['-show_format', '-show_streams', '-of', 'json', path],
];

/** Writes one frame of a stream at this time as PNG: upright, with square pixels. */
export function posterArguments(
  input: VideoInput,
  { stream, seconds, width }: { stream: number; seconds: number; width: number },
): string[] {
  const command = openInput(input, 1).seekInput(seconds).output('pipe:1').frames(1).noAudio();
  command.videoFilters(
    `scale=w='max(2,min(${width},trunc(iw*if(sar,sar,1))))':h='max(2,trunc(ow*ih/(iw*if(sar,sar,1))))',setsar=1`,
  );
  command
    .outputOptions(['-map', `0:${stream}`, '-pix_fmt', 'rgb24', '-threads', '1'])
    .videoCodec('png')
    .format('image2pipe');
  return argumentsOf(command);
}

/** Reads all packets of a stream and writes the time of the last one to the standard output. */
export function durationArguments(input: VideoInput, stream: number): string[] {
  const command = openInput(input, 1).output('-').format('null');
  command.outputOptions(['-map', `0:${stream}`, '-c', 'copy', '-progress', 'pipe:1']);
  return argumentsOf(command);
}

const openInput = ({ path, type }: VideoInput, threads: number): ffmpeg.FfmpegCommand =>
  ffmpeg(path).inputOptions(['-v', 'error', '-hide_banner', '-nostdin', ...inputOptions(type, threads)]);

/** The list that the library would start ffmpeg with. */
const argumentsOf = (command: ffmpeg.FfmpegCommand): string[] =>
  (command as unknown as { _getArguments(): string[] })._getArguments();
