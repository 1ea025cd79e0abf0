/** A new post as it is sent. */
export interface PostDraft {
  /** A post by default. */
  kind?: 'post' | 'story' | 'reel';
  content: string;
  tags: string;
  place: string;
  minLevelOrder: number;
  files: File[];
  /** The alternative texts, in the order of the files; empty for none. */
  alts?: string[];
  /** Resolves to the ids of its complete video uploads; rejects when one fails, or as the signal. */
  videos?: (signal: AbortSignal) => Promise<string[]>;
  /** Identifies its videos. */
  videoIds?: readonly string[];
  /** The addresses of external videos. */
  videoUrls?: readonly string[];
}

export interface SendingState {
  busy: boolean;
  error: Error | null;
  /** The share that was uploaded, 0..1; null when nothing is being sent. */
  share: number | null;
}

/** Publishes one draft at a time. */
export interface Sending extends SendingState {
  cancel: () => void;
  /** `onDone` is called once it is published, also when no screen shows the draft. */
  send: (post: PostDraft, onDone: () => void) => void;
}
