/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '../../../testing/render.tsx';
import { queryKeys } from '../../lib/query-keys.ts';
import { CaseVideos } from './case-videos.tsx';

test('a moderator sees the whole address of an external video as a link, and no player', async () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const unknown = { poster: '', lqip: null, width: 0, height: 0, durationMs: 0, state: 'ready' } as const;
  const player = { site: 'youtube', embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' } as const;
  await renderApp(<CaseVideos videos={[{ id: 'v1', url, external: true, ...player, ...unknown }]} />);
  const link = screen.getByRole('link', { name: url });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([url, 'noopener nofollow ugc']);
  expect(document.querySelector('iframe, video, [src]')).toBeNull();
});

/** Has another address of its video with each reading. */
function Case() {
  const { data } = useQuery({ queryKey: queryKeys.cases.one('c1'), queryFn: () => `/${++reads}.mp4` });
  const size = { poster: '', lqip: null, width: 0, height: 0, durationMs: 0 };
  return data && <CaseVideos videos={[{ id: 'v1', url: data, external: false, state: 'ready', ...size }]} />;
}
let reads = 0;

test('a video of a case whose address has expired is shown with a new one', async () => {
  // Not implemented by jsdom.
  Object.assign(HTMLMediaElement.prototype, { pause: () => undefined });
  await renderApp(<Case />);
  await userEvent.click(await screen.findByRole('button', { name: /1/ }));
  fireEvent.error(screen.getByLabelText('Video 1'));
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect((await screen.findByLabelText('Video 1')).getAttribute('src')).toBe('/2.mp4');
});
