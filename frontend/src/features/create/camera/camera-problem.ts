/** Why the camera shows no picture. */
export type CameraProblem = 'unsupported' | 'insecure' | 'denied' | 'missing' | 'busy' | 'unplugged' | 'unknown';

const problems: ReadonlyMap<string, CameraProblem> = new Map([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotSupportedError', 'unsupported'],
]);

/** Returns the cause of a failed request for the camera, by the names of the Media Capture specification. */
export const findCameraProblem = (error: unknown): CameraProblem =>
  (error instanceof Error && problems.get(error.name)) || 'unknown';

/** Returns why this page has no camera at all; null when it may request one. */
export function findMissingSupport(isSecure: boolean, devices: unknown): CameraProblem | null {
  if (devices) return null;
  return isSecure ? 'unsupported' : 'insecure';
}
