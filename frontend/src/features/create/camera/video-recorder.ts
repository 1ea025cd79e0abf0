import { nameCapture } from './captures.ts';
import type { OpenCamera } from './open-camera.ts';
import { chooseRecordingType, fileTypeOf, type RecordingEnd, SLICE_MS, VIDEO_BITS } from './recording-rules.ts';

const canRecord = (type: string): boolean => MediaRecorder.isTypeSupported(type);

/** Receives what was recorded, and why it ended without being stopped by the person. */
export type RecordedListener = (file: File, end: RecordingEnd | null) => void;

/** One recording of a camera. Throws when the browser cannot record it. */
export class VideoRecorder {
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  #end: RecordingEnd | null = null;
  /** Milliseconds recorded before the last pause. */
  #sum = 0;
  #since: number | null;

  constructor({ stream }: OpenCamera, prefix: string, onRecorded: RecordedListener) {
    this.#stream = stream;
    const mimeType = chooseRecordingType(stream.getAudioTracks().length > 0, canRecord);
    this.#recorder = new MediaRecorder(stream, { videoBitsPerSecond: VIDEO_BITS, ...(mimeType && { mimeType }) });
    this.#recorder.ondataavailable = ({ data }) => void this.#parts.push(data);
    this.#recorder.onstop = () => {
      const { type, extension } = fileTypeOf(this.#recorder.mimeType);
      const file = new File(this.#parts, nameCapture(prefix, extension, new Date()), { type });
      onRecorded(file, this.#end ?? (this.#isUnplugged() ? 'unplugged' : null));
    };
    this.#recorder.start(SLICE_MS);
    this.#since = performance.now();
  }

  /** Without the pauses. */
  get ms(): number {
    return this.#sum + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  get bytes(): number {
    return this.#parts.reduce((sum, { size }) => sum + size, 0);
  }

  get state(): 'recording' | 'paused' {
    return this.#recorder.state === 'paused' ? 'paused' : 'recording';
  }

  /** Does nothing once it has ended: its file arrives later. */
  pause(): void {
    if (this.#recorder.state !== 'recording') return;
    this.#recorder.pause();
    this.#sum = this.ms;
    this.#since = null;
  }

  resume(): void {
    if (this.#recorder.state !== 'paused') return;
    this.#recorder.resume();
    this.#since = performance.now();
  }

  stop(end: RecordingEnd | null = null): void {
    if (this.#recorder.state === 'inactive') return;
    this.#end = end;
    this.#recorder.stop();
  }

  /** The browser stops by itself when all tracks have ended. */
  #isUnplugged(): boolean {
    return this.#stream.getVideoTracks().every(({ readyState }) => readyState === 'ended');
  }
}
