import { fileTypeFromFile } from 'file-type';
import { videoTypes } from '../limits.ts';
import type { VideoType } from './store/tables.ts';

/** The type of a stored video. */
export function videoTypeOf({ contentType }: { contentType: string }): VideoType {
  const types = Object.keys(videoTypes) as VideoType[];
  return types.find((type) => type === contentType) ?? 'video/mp4';
}

/** Returns the type of a video that browsers can play, by its bytes; undefined for any other file. */
export async function sniffVideo(path: string): Promise<VideoType | undefined> {
  const sniffed = await fileTypeFromFile(path);
  return (Object.keys(videoTypes) as VideoType[]).find((type) => type === sniffed?.mime);
}
