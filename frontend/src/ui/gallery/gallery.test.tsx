/** @jest-environment ./frontend/testing/environment.ts */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import axe from 'axe-core';
import { renderApp } from '../../../testing/render.tsx';
import { FileSamples } from './file-samples.tsx';
import { Gallery, SECTIONS } from './gallery.tsx';

const ui = join(import.meta.dirname, '..');

test.each(SECTIONS.map((Samples) => [Samples.name, Samples] as const))(
  'axe finds nothing wrong in %s',
  async (_name, Samples) => {
    const { container } = await renderApp(<Samples />);
    // What comes a moment later is looked at, too.
    await act(async () => undefined);
    // Lists that can be put in order have their handles a moment later.
    if (Samples === FileSamples) await screen.findByRole('button', { name: /^Mover Portada/ });
    // Colours need a browser; tokens.test.ts holds their contrast.
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  },
);

test('all of them stand on one page', async () => {
  await renderApp(<Gallery />);
  await screen.findByRole('button', { name: /^Mover Portada/ });
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(SECTIONS.length);
});

/** Parts of other components, and those that need a page of the app round them. */
const PARTS =
  /^(field|figure|fire-scene-.*|lazy-overlay|modal-.*|not-found-state|visually-hidden|.*-panel|table\/row-.*|chart\/chart-.*|drag-list\/(drag-handle|sortable-.*)|board\/board-.*)$/;

test('every component is shown', () => {
  const names = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .map((name) => name.replace('.tsx', ''));
  const inGallery = names.filter((name) => name.startsWith('gallery/'));
  const gallery = inGallery.map((name) => readFileSync(join(ui, `${name}.tsx`), 'utf8')).join();
  const others = names.filter((name) => !inGallery.includes(name) && !PARTS.test(name));
  expect(others.filter((name) => !gallery.includes(`/${name}.tsx'`))).toEqual([]);
});
