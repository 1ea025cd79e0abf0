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

/** Larger pictures than are accepted can be described, so that their refusal has a reason. */
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

/** Lists the filters of the program. */
export const filterArguments: readonly string[] = ['-v', 'error', '-hide_banner', '-filters'];

/** Conversion of a picture of a high dynamic range to the usual range. */
export type ToneMapping = 'none' | 'plain' | 'mapped';

/** Whether the program, by its list of filters, maps tones; others only convert colours. */
export const mapsTones = (filters: string): boolean => /\bzscale\b/.test(filters) && /\btonemap\b/.test(filters);

/** Streams of the input to convert, and where to. */
interface Conversion {
  picture: number;
  sound: { index: number; channels: number } | undefined;
  tones: ToneMapping;
  output: string;
}

/**
 * Converts a video to H.264 and AAC in mp4 (spec 2): upright, with square pixels, at most 1280 wide, the times of its
 * frames unchanged, without metadata. Writes the progress to the standard output.
 */
export function conversionArguments(input: VideoInput, { picture, sound, tones, output }: Conversion): string[] {
  const command = openInput(input, conversionThreads).output(output).format('mp4');
  command
    .videoCodec('libx264')
    .videoFilters([smallerFilter, ...toneFilters[tones], 'setsar=1', 'format=yuv420p'].join(','))
    .outputOptions(['-map', `0:${picture}`, '-preset', 'veryfast', '-crf', '27', '-vsync', 'vfr'])
    .outputOptions(['-threads', String(conversionThreads)]);
  if (tones !== 'none')
    command.outputOptions(['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']);
  if (sound) {
    // Gaps become silence, so that sound and picture stay together.
    command.audioCodec('aac').audioBitrate('128k').audioFilters('aresample=async=1');
    command.outputOptions(['-map', `0:${sound.index}`]);
    if (sound.channels > 2) command.audioChannels(2);
  } else command.noAudio();
  command
    .outputOptions(['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart'])
    .outputOptions(['-max_muxing_queue_size', '1024', '-progress', 'pipe:1']);
  return argumentsOf(command);
}

/** Threads of one conversion; half as many conversions as processors run at once. */
export const conversionThreads = 2;

/** Both sides even; never larger than the picture as shown. */
const smallerFilter = (() => {
  const aspect = 'if(sar,sar,1)';
  const width = `max(2,2*trunc(min(1280,iw*${aspect})/2))`;
  const height = `max(2,min(2*trunc(ih/2),2*round(ow*ih/(iw*${aspect})/2)))`;
  return `scale=w='${width}':h='${height}'`;
})();

const toneFilters: Record<ToneMapping, readonly string[]> = {
  none: [],
  plain: ['scale=out_color_matrix=bt709'],
  mapped: [
    ...['zscale=t=linear:npl=100', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=tonemap=hable:desat=0'],
    'zscale=t=bt709:m=bt709:r=tv',
  ],
};

/** Containers for copied streams: that of the type, and one that takes more codecs. */
export const containers: Record<VideoType, readonly string[]> = {
  'video/mp4': ['mp4', 'mov'],
  'video/webm': ['webm', 'matroska'],
};

/** Streams of the input to copy, and where to. */
interface StreamCopy {
  streams: readonly number[];
  container: string;
  maxBytes: number;
  output: string;
}

/** Copies streams without decoding them into a new file without metadata and chapters; stops beyond `maxBytes`. */
export function copyArguments(input: VideoInput, { streams, container, maxBytes, output }: StreamCopy): string[] {
  const command = openInput(input, 1).output(output).format(container);
  command.outputOptions(streams.flatMap((index) => ['-map', `0:${index}`]));
  command
    .outputOptions(['-c', 'copy', '-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1'])
    .outputOptions(['-fflags', '+bitexact', '-max_muxing_queue_size', '1024', '-fs', String(maxBytes)]);
  if (input.type === 'video/mp4') command.outputOptions(['-movflags', '+faststart']);
  return argumentsOf(command);
}

/** Reads all packets of a stream and writes the time of the last one to the standard output. */
export function durationArguments(input: VideoInput, stream: number): string[] {
  const command = openInput(input, 1).output('-').format('null');
  command.outputOptions(['-map', `0:${stream}`, '-c', 'copy', '-progress', 'pipe:1']);
  return argumentsOf(command);
}

/** A report of `-progress`. */
interface Progress {
  /** Milliseconds of the video so far. */
  doneMs: number;
  /** Size of the output file so far. */
  sizeBytes: number;
}

/**
 * Returns a function that reads the output of `-progress`, in which each report ends with the line `progress=…`. Despite
 * its name, `out_time_ms` is in microseconds; it is `N/A` when nothing is known.
 */
export function readProgress(onReport: (progress: Progress) => void): (chunk: Buffer) => void {
  let text = '';
  let doneMs = 0;
  return (chunk) => {
    const reports = (text + chunk.toString('latin1')).split(/^progress=\w+\n/m);
    text = reports.pop() ?? '';
    for (const report of reports) {
      const [, microseconds] = /^out_time_ms=(\d+)$/m.exec(report) ?? [];
      const [, size = 0] = /^total_size=(\d+)$/m.exec(report) ?? [];
      if (microseconds !== undefined) doneMs = Number(microseconds) / 1_000;
      onReport({ doneMs, sizeBytes: Number(size) });
    }
  };
}

const openInput = ({ path, type }: VideoInput, threads: number): ffmpeg.FfmpegCommand =>
  ffmpeg(path).inputOptions(['-v', 'error', '-hide_banner', '-nostdin', ...inputOptions(type, threads)]);

/** The list that the library would start ffmpeg with. */
const argumentsOf = (command: ffmpeg.FfmpegCommand): string[] =>
  (command as unknown as { _getArguments(): string[] })._getArguments();
