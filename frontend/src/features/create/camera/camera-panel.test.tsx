/** @jest-environment ./frontend/testing/environment.ts */

import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../../../testing/render.tsx';
import { CameraPanel } from './camera-panel.tsx';

class FakeTrack extends EventTarget {
  readyState = 'live';
  readonly kind = 'video';
  getSettings = () => ({});
  stop(): void {
    this.readyState = 'ended';
  }
}

class FakeRecorder {
  static readonly all: FakeRecorder[] = [];
  static isTypeSupported = () => true;
  readonly mimeType = 'video/webm';
  state = 'inactive';
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  onstop: () => void = () => undefined;

  constructor() {
    FakeRecorder.all.push(this);
  }

  start(): void {
    this.state = 'recording';
  }

  /** As in a browser: the file follows in another task. */
  stop(): void {
    this.state = 'inactive';
  }

  pause(): void {
    if (this.state === 'inactive') throw new DOMException('provoked', 'InvalidStateError');
    this.state = 'paused';
  }

  deliver(): void {
    act(() => {
      this.ondataavailable({ data: new Blob(['film']) });
      this.onstop();
    });
  }
}

let tracks: FakeTrack[];
let microphone: EventTarget & { state?: string };

/** A device with a camera, whose microphone is not allowed. */
beforeEach(() => {
  tracks = [];
  FakeRecorder.all.length = 0;
  microphone = Object.assign(new EventTarget(), { state: 'denied' });
  const getUserMedia = async ({ audio }: { audio: boolean }) => {
    if (audio) throw new DOMException('provoked', 'NotAllowedError');
    const track = new FakeTrack();
    tracks.push(track);
    return { getTracks: () => [track], getVideoTracks: () => [track], getAudioTracks: () => [] };
  };
  Object.assign(window, { isSecureContext: true, MediaRecorder: FakeRecorder });
  Object.assign(URL, { createObjectURL: () => 'blob:film', revokeObjectURL: () => undefined });
  Object.assign(navigator, {
    mediaDevices: { getUserMedia, enumerateDevices: async () => [] },
    permissions: { query: async () => microphone },
  });
});

const button = (name: string) => screen.findByRole('button', { name });

const nothing = () => undefined;

const show = (mode: 'photo' | 'video') =>
  renderApp(
    <CameraPanel
      open
      modes={[mode]}
      onClose={nothing}
      onPhoto={nothing}
      onVideo={nothing}
      types={[]}
      onFiles={nothing}
    />,
  );

async function openCamera(): Promise<void> {
  await show('video');
  await screen.findByText(/^Sin permiso para el micrófono/);
  fireEvent(screen.getByLabelText('Vista de la cámara'), new Event('loadeddata'));
}

async function allowMicrophone(): Promise<void> {
  microphone.state = 'granted';
  await act(async () => void microphone.dispatchEvent(new Event('change')));
}

test('a microphone allowed while a silent video is recorded does not end it', async () => {
  await openCamera();
  fireEvent.click(await button('Grabar video'));
  await button('Detener la grabación');
  await allowMicrophone();
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['live']);
  expect(FakeRecorder.all.map(({ state }) => state)).toEqual(['recording']);
});

test('a microphone allowed before the recording opens the camera again', async () => {
  await openCamera();
  await allowMicrophone();
  await waitFor(() => expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']));
});

test('a pause after the end of a recording does nothing, and its video is shown', async () => {
  await openCamera();
  fireEvent.click(await button('Grabar video'));
  fireEvent.click(await button('Detener la grabación'));
  fireEvent.click(await button('Pausar la grabación'));
  FakeRecorder.all[0]?.deliver();
  await button('Usar el video');
});

test('a camera that is unplugged before it is shown is reported', async () => {
  Object.assign(navigator.mediaDevices, {
    enumerateDevices: async () => {
      for (const track of tracks) track.stop();
      return [];
    },
  });
  await show('photo');
  await screen.findByText('La cámara se desconectó');
});
