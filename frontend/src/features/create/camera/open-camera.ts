/** Why a video is recorded without sound. */
export type SoundProblem = 'denied' | 'missing';

export interface OpenCamera {
  stream: MediaStream;
  deviceId: string | undefined;
  /** As reported; a webcam faces its user without reporting it. */
  facing: string | undefined;
  /** The ids of all cameras, in the order of the system. */
  deviceIds: readonly string[];
  /** Null when there is sound, or when none was requested. */
  soundProblem: SoundProblem | null;
}

/** Which camera is requested: by its side on a phone, and else by its id. */
export interface CameraWish {
  facing?: 'user' | 'environment';
  deviceId?: string;
}

/** Requested pixels, which phones and webcams record smoothly; the view has the size of the picture received. */
const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } };
const videoSize = { width: { ideal: 1_280 }, height: { ideal: 720 } };

/** Returns what is requested in turn: the side, the device, any camera that has the size, any camera. */
export function attemptsFor({ facing, deviceId }: CameraWish, isVideo: boolean): MediaTrackConstraints[] {
  const own = isVideo ? videoSize : size;
  return [
    ...(facing ? [{ facingMode: { exact: facing }, ...own }] : []),
    ...(deviceId ? [{ deviceId: { exact: deviceId }, ...own }] : []),
    own,
    {},
  ];
}

const noSuchCamera = ['OverconstrainedError', 'NotFoundError'];
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

async function request(attempts: readonly MediaTrackConstraints[], audio: boolean): Promise<MediaStream> {
  const [video = true, ...others] = attempts;
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio });
  } catch (error) {
    if (others.length === 0 || !noSuchCamera.includes(nameOf(error))) throw error;
    return request(others, audio);
  }
}

/** Requests both at once, so that the browser asks once; without the microphone the camera alone. */
async function requestWithSound(attempts: readonly MediaTrackConstraints[]) {
  try {
    return { stream: await request(attempts, true), soundProblem: null };
  } catch (error) {
    const stream = await request(attempts, false);
    return { stream, soundProblem: nameOf(error) === 'NotAllowedError' ? ('denied' as const) : ('missing' as const) };
  }
}

/** Opens a camera, with the microphone for videos. Rejects with the browser's error when no camera can be used. */
export async function openCamera(wish: CameraWish, isVideo: boolean): Promise<OpenCamera> {
  const attempts = attemptsFor(wish, isVideo);
  const opened = isVideo
    ? await requestWithSound(attempts)
    : { stream: await request(attempts, false), soundProblem: null };
  const { deviceId, facingMode: facing } = opened.stream.getVideoTracks()[0]?.getSettings() ?? {};
  return { ...opened, deviceId, facing, deviceIds: await listCameras() };
}

/** The ids are known only once a camera was allowed. */
async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
}

/** Ends all tracks: the light of the camera goes out. */
export function stopCamera({ stream }: Pick<OpenCamera, 'stream'>): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns the wish for the next camera: the other side of a phone, and else the next one in the list. */
export function nextCamera({ facing, deviceId, deviceIds }: Omit<OpenCamera, 'stream' | 'soundProblem'>): CameraWish {
  const next = deviceIds[(deviceIds.indexOf(deviceId ?? '') + 1) % deviceIds.length];
  const byId = next ? { deviceId: next } : {};
  if (facing === 'user') return { facing: 'environment', ...byId };
  return facing === 'environment' ? { facing: 'user', ...byId } : byId;
}
