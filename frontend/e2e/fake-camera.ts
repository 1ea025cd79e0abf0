import type { Page } from 'playwright-core';
import { until } from '../../services/kit/testing/until.ts';

/** Arguments of a browser with two cameras and a microphone that need no device; it allows them unasked. */
export const fakeCameras = [
  '--use-fake-device-for-media-stream=device-count=2',
  '--use-fake-ui-for-media-stream',
] as const;

/** Makes requests for the camera, or only those with sound, fail by the name of an error until `repairCamera`. */
export const breakCamera = (page: Page, name: string, onlySound = false): Promise<void> =>
  page.evaluate(`(() => {
    const { mediaDevices } = navigator;
    const request = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wish) => {
      const isBroken = !window.isCameraRepaired && (wish.audio || ${!onlySound});
      if (isBroken) throw new DOMException('provoked', '${name}');
      return request(wish);
    };
  })()`);

export const repairCamera = (page: Page): Promise<void> => page.evaluate('window.isCameraRepaired = true');

/** Collects the tracks that the page requests, for `liveTracks` and `unplug`. */
export const watchTracks = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    window.cameraTracks = [];
    const { mediaDevices } = navigator;
    const request = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wish) => {
      const stream = await request(wish);
      window.cameraTracks.push(...stream.getTracks());
      return stream;
    };
  })()`);

/** The kinds of the tracks that are running, so that a light is on. */
export const liveTracks = (page: Page): Promise<string[]> =>
  page.evaluate(`window.cameraTracks.filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind).sort()`);

/** Ends the picture of the camera as an unplugged one does: the browser ends the track and reports it. */
export const unplug = (page: Page): Promise<void> =>
  page.evaluate(`(() => {
    for (const track of window.cameraTracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live')) {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    }
  })()`);

/** The controls of the camera. */
export const cameraOf = (page: Page) => {
  const panel = page.getByRole('dialog', { name: 'Cámara' });
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  return {
    panel,
    button,
    shutter: panel.getByRole('button', { name: /^(Hacer la foto|Grabar video)$/, disabled: false }),
    timer: panel.getByRole('timer'),
    mode: (name: string) => panel.getByRole('tab', { name }),
  };
};

/** Opens the camera in the create flow, and waits for its picture. */
export async function openCamera(page: Page): Promise<ReturnType<typeof cameraOf>> {
  const camera = cameraOf(page);
  await page.getByRole('dialog', { name: 'Crear' }).getByRole('button', { name: 'Cámara' }).click();
  await camera.shutter.waitFor();
  return camera;
}

/** Records until the shown time is at least a second, and stops. */
export async function record({ button, timer }: ReturnType<typeof cameraOf>): Promise<void> {
  await button('Grabar video').click();
  await until(async () => /^0:0[1-9]/.test((await timer.textContent()) ?? ''), 'a second is recorded');
  await button('Detener la grabación').click();
  await button('Usar el video').waitFor();
}
