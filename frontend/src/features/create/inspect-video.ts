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

function play(file: File): Promise<Inspection> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  return new Promise<Inspection>((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS, 'unplayable');
    const settle = (inspection: Inspection) => {
      clearTimeout(timer);
      resolve(inspection);
    };
    video.onloadedmetadata = () => settle(video.videoWidth > 0 ? 'playable' : 'soundOnly');
    video.onerror = () => settle('unplayable');
    video.preload = 'metadata';
    video.muted = true;
    video.src = url;
  }).finally(() => {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
