import { imagesMax } from '@limits/content';
import type { CreateKind } from '../fields.ts';

export type CameraMode = 'photo' | 'video';

/** Returns what a draft still accepts of the camera: a clip has no pictures. The first mode is chosen at first. */
export function modesOf(kind: CreateKind, pictures: number, acceptsVideos: boolean): CameraMode[] {
  const modes: CameraMode[] = [];
  if (kind !== 'reel' && pictures < imagesMax) modes.push('photo');
  if (acceptsVideos) modes.push('video');
  return modes;
}
