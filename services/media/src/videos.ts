import { fileTypeFromFile } from 'file-type';
import { videoTypes } from '../limits.ts';
import type { VideoType } from './store/tables.ts';

/** Returns the type of a video that browsers can play, by its bytes; undefined for any other file. */
export async function sniffVideo(path: string): Promise<VideoType | undefined> {
  const sniffed = await fileTypeFromFile(path);
  return (Object.keys(videoTypes) as VideoType[]).find((type) => type === sniffed?.mime);
}
