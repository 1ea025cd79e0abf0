/** @jest-environment ./frontend/testing/environment.ts */

import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderApp } from '../../../testing/render.tsx';
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
