type Playing = Pick<HTMLVideoElement, 'pause'>;

let playing: Playing | null = null;

/** Pauses the video that played before: one plays at a time. Call when a video starts. */
export function markPlaying(video: Playing): void {
  if (playing !== video) playing?.pause();
  playing = video;
}
