/** JPEG quality of a picture of the camera (specification 2, section 9). */
const QUALITY = 0.8;

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the name of a captured file by the local time, e.g. `camara-20261129-154807.jpg`. */
export function nameCapture(prefix: string, extension: string, at: Date): string {
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`;
  const time = `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
  return `${prefix}-${day}-${time}.${extension}`;
}

/** Returns the current frame of a live view in its full size, never mirrored; throws when it cannot be encoded. */
export async function takePhoto(video: HTMLVideoElement, prefix: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('the frame of the camera could not be encoded');
  return new File([blob], nameCapture(prefix, 'jpg', new Date()), { type: blob.type });
}
