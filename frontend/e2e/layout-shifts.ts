import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';

/** Records each layout shift; the browser reports them to observers only. For `addInitScript`. */
export const watchShifts = `
  window.shifts = [];
  window.shiftObserver = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()));
  window.shiftObserver.observe({ type: 'layout-shift', buffered: true });
`;

export const painted = (page: Page) =>
  page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');

/** Drops the shifts until now. */
export const forgetShifts = (page: Page) =>
  page.evaluate('void window.shiftObserver.takeRecords(), window.shifts.length = 0');

interface Shift {
  value: number;
  /** Moved elements: the text of each, and its top, left, width and height before and after. */
  moved: string[];
}

/** Expects a cumulative layout shift of at most 0.05; the error names what moved. */
export async function expectSteady(page: Page): Promise<void> {
  const shifts = await page.evaluate<Shift[]>(`(() => {
    window.shifts.push(...window.shiftObserver.takeRecords());
    const place = ({ top, left, width, height }) => [top, left, width, height].map(Math.round).join(' ');
    const moved = ({ node, previousRect, currentRect }) =>
      \`\${(node?.textContent ?? 'removed').slice(0, 60)}: \${place(previousRect)} → \${place(currentRect)}\`;
    return window.shifts.map(({ value, sources }) => ({ value, moved: sources.map(moved) }));
  })()`);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  expect(sum <= 0.05 ? [] : shifts).toEqual([]);
}
