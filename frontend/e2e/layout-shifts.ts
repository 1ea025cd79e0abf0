import type { Page } from 'playwright-core';

/** Records each layout shift; the browser reports them to observers only. For `addInitScript`. */
export const watchShifts = `
  window.shifts = [];
  window.shiftObserver = new PerformanceObserver((list) => window.shifts.push(...list.getEntries()));
  window.shiftObserver.observe({ type: 'layout-shift', buffered: true });
`;

export const painted = (page: Page) =>
  page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');

/** Returns the total: the cumulative layout shift. */
export const shiftSum = (page: Page) =>
  page.evaluate<number>(
    '[...window.shifts, ...window.shiftObserver.takeRecords()].reduce((sum, { value }) => sum + value, 0)',
  );
