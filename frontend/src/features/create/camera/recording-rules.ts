import { videoMaxMb } from '@limits/community';
import { bytesPerMb, videoMaxMinutes } from '@limits/media';

/** Why a recording has ended without a press of the button. */
export type RecordingEnd = 'limit' | 'hidden' | 'unplugged';

/** With the sound, ten minutes remain below the maximum size. */
export const VIDEO_BITS = 2_400_000;
/** The bytes arrive in slices of this. */
export const SLICE_MS = 1_000;

/** The last slice and the time that stopping takes remain below the limits of the server. */
export const recordingMaxMs = videoMaxMinutes * 60_000 - SLICE_MS;
export const recordingMaxBytes = (videoMaxMb - 10) * bytesPerMb;

/** Whether a recording has to stop before the server would refuse its file. */
export const isAtLimit = (ms: number, bytes: number): boolean => ms >= recordingMaxMs || bytes >= recordingMaxBytes;

/** MP4 with H.264 plays everywhere at once, but with Opus sound only after its conversion: then WebM is better. */
const withSound = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/mp4',
  'video/webm',
];
const silent = [
  'video/mp4;codecs=avc1.42E01F',
  'video/webm;codecs=vp9',
  'video/webm;codecs=vp8',
  ...withSound.slice(3),
];

/** Returns the best type that a browser records; undefined for the browser's own choice. */
export const chooseRecordingType = (hasSound: boolean, isSupported: (type: string) => boolean): string | undefined =>
  (hasSound ? withSound : silent).find(isSupported);

/** The type and the ending of a recorded file, by what the browser reports of the recording. */
export const fileTypeOf = (recorded: string): { type: string; extension: string } =>
  recorded.startsWith('video/mp4')
    ? { type: 'video/mp4', extension: 'mp4' }
    : { type: 'video/webm', extension: 'webm' };
