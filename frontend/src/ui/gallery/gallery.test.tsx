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
  'axe finds no violation in %s',
  async (_name, Samples) => {
    const { container } = await renderApp(<Samples />);
    // Samples that render a moment later are also checked.
    await act(async () => undefined);
    // Sortable lists get their handles a moment later.
    if (Samples === FileSamples) await screen.findByRole('button', { name: /^Mover Portada/ });
    // Colours need a browser; tokens.test.ts checks their contrast. A sample may announce its text during the run.
    const { violations } = await act(() => axe.run(container, { rules: { 'color-contrast': { enabled: false } } }));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  },
);

test('one page shows all samples, without accessibility faults', async () => {
  await renderApp(<Gallery />);
  await screen.findByRole('button', { name: /^Mover Portada/ });
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(SECTIONS.length);
});

/** Parts of other components, and components that need a page of the app round them. */
const PARTS =
  /^(field|figure|fire-scene-.*|lazy-overlay|modal-.*|not-found-state|visually-hidden|.*-panel|table\/row-.*|chart\/chart-.*|drag-list\/(drag-handle|sortable-.*)|board\/board-.*)$/;

test('every component has a sample', () => {
  const names = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .map((name) => name.replace('.tsx', ''));
  const inGallery = names.filter((name) => name.startsWith('gallery/'));
  const gallery = inGallery.map((name) => readFileSync(join(ui, `${name}.tsx`), 'utf8')).join();
  const others = names.filter((name) => !inGallery.includes(name) && !PARTS.test(name));
  expect(others.filter((name) => !gallery.includes(`/${name}.tsx'`))).toEqual([]);
});
