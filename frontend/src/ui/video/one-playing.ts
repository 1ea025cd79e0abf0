let playing: HTMLVideoElement | null = null;

/** Pauses the video that played before: one plays at a time. Call when a video starts. */
export function markPlaying(video: HTMLVideoElement): void {
  if (playing !== video) playing?.pause();
  playing = video;
}
