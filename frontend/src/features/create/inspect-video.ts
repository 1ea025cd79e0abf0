import type { MediaSize } from '../../lib/media-frame.ts';

/** `unplayable`: a video, but this browser cannot show it. */
export type Inspection = 'playable' | 'unplayable' | 'unreadable' | 'soundOnly';

/** After this time a file counts as not playable in this browser. */
const LONGEST_MS = 15_000;

/** Returns whether a file is a video, by its first bytes, and whether this browser can read its size and duration. */
export async function inspectVideo(file: File): Promise<Inspection> {
  const head = new Uint8Array(
    await file
      .slice(0, 12)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  );
  return isContainer(head) ? play(file) : 'unreadable';
}

/** The marks of MP4 (`ftyp` at 4) and WebM (EBML). */
function isContainer(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head);
  return text.slice(4, 8) === 'ftyp' || text.startsWith('\x1aE\xdf\xa3');
}

async function play(file: File): Promise<Inspection> {
  const size = await readVideoSize(file);
  if (size === null) return 'unplayable';
  return size.width > 0 ? 'playable' : 'soundOnly';
}

/** Returns the size of a video; null when this browser cannot read it. */
export function readVideoSize(file: File): Promise<MediaSize | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  return new Promise<MediaSize | null>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS, null);
    const settle = (size: MediaSize | null) => {
      clearTimeout(timer);
      resolve(size);
    };
    video.onloadedmetadata = () => settle({ width: video.videoWidth, height: video.videoHeight });
    video.onerror = () => settle(null);
    video.preload = 'metadata';
    video.muted = true;
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
