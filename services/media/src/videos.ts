import { fileTypeFromFile } from 'file-type';
import { videoTypes } from '../limits.ts';

export type VideoType = keyof typeof videoTypes;

/** The type of a file whose bytes say that it is a video that browsers play; undefined for anything else. */
export async function sniffVideo(path: string): Promise<VideoType | undefined> {
  const sniffed = await fileTypeFromFile(path);
  return (Object.keys(videoTypes) as VideoType[]).find((type) => type === sniffed?.mime);
}
