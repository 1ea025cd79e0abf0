/** @jest-environment ./frontend/testing/environment.ts */

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
import { forgetRequests, requests, stubResponse } from '../../../testing/server.ts';
import { http } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Picture } from '../../ui/picture.tsx';
import { useFreshPictures } from './use-fresh-pictures.ts';

const address = (key: string, exp: number) => `/api/proxy-media?key=${key}.webp&exp=${exp}&sig=abc${exp}`;

interface Pictures {
  avatarUrl: string;
  photos: string[];
}

const load = async () => (await http.get('/public/site')) as unknown as Pictures;

/** An avatar and photos of one query, as on a profile. */
function Pictures() {
  useFreshPictures();
  client = useQueryClient();
  const { data } = useQuery({ queryKey: ['pictures'], queryFn: load });
  useQuery({ queryKey: ['other'], queryFn: () => http.get('/maintenance') });
  return (
    <div data-testid="pictures">
      {data && <Avatar person={{ id: 'a', name: 'Ana', avatarUrl: data.avatarUrl }} />}
      {data?.photos.map((src, index) => (
        <Picture key={String(index)} src={src} alt={`Foto ${index}`} />
      ))}
    </div>
  );
}

let client: QueryClient;
/** Waits until no query is running. */
const settled = () => waitFor(() => expect(client.isFetching()).toBe(0));

const images = () => [...screen.getByTestId('pictures').querySelectorAll('img')];
const sources = () => images().map((image) => image.getAttribute('src'));
const picturesAt = (exp: number) => ({
  avatarUrl: address('avatar', exp),
  photos: [address('one', exp), address('two', exp)],
});
const sourcesAt = (exp: number) => [picturesAt(exp).avatarUrl, ...picturesAt(exp).photos];
const fetched = () => requests.map(({ path }) => path);
let isOnline = true;

beforeEach(() => {
  forgetRequests();
  isOnline = true;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
  stubResponse('GET public/site', { body: picturesAt(1) });
  stubResponse('GET maintenance', { body: { enabled: false } });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'onLine');
});

test('expired pictures of a page are shown again after one request for all of them', async () => {
  await renderApp(<Pictures />);
  await waitFor(() => expect(sources()).toEqual(sourcesAt(1)));
  await waitFor(() => expect(requests).toHaveLength(2));
  stubResponse('GET public/site', { body: picturesAt(2) });
  for (const image of images()) fireEvent.error(image);
  await waitFor(() => expect(sources()).toEqual(sourcesAt(2)));
  expect(fetched().slice(2)).toEqual(['public/site']);
});

test('a picture that is missing altogether is requested once, wherever it is shown', async () => {
  const missing = address('missing', 1);
  stubResponse('GET public/site', { body: { ...picturesAt(1), photos: [missing, missing] } });
  await renderApp(<Pictures />);
  await waitFor(() => expect(sources()).toEqual([address('avatar', 1), missing, missing]));
  await waitFor(() => expect(requests).toHaveLength(2));
  const [avatar, first, second] = images();
  if (!avatar || !first || !second) throw new Error('no pictures');
  fireEvent.error(first);
  await screen.findByRole('img', { name: 'Foto 0' });
  await waitFor(() => expect(fetched().slice(2)).toEqual(['public/site']));
  fireEvent.error(second);
  await screen.findAllByRole('img', { name: 'Foto 1' });
  await settled();
  // A failure of another picture, after which everything requested before has been sent.
  fireEvent.error(avatar);
  await waitFor(() => expect(requests.length).toBeGreaterThan(3));
  await settled();
  expect(fetched().slice(2)).toEqual(['public/site', 'public/site']);
});

test('nothing is requested for an address without a signature, or while the device is offline', async () => {
  const unsigned = '/api/proxy-media?key=open.webp';
  stubResponse('GET public/site', { body: { ...picturesAt(1), photos: [unsigned, address('two', 1)] } });
  await renderApp(<Pictures />);
  await waitFor(() => expect(images()).toHaveLength(3));
  await waitFor(() => expect(requests).toHaveLength(2));
  const [avatar, open, signed] = images();
  if (!avatar || !open || !signed) throw new Error('no pictures');
  fireEvent.error(open);
  await settled();
  isOnline = false;
  fireEvent.error(signed);
  isOnline = true;
  await settled();
  fireEvent.error(avatar);
  await waitFor(() => expect(requests.length).toBeGreaterThan(2));
  await settled();
  expect(fetched().slice(2)).toEqual(['public/site']);
});
