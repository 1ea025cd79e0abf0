/**
 * The pages to link to: the first, the last, the current one and its neighbours. A negative number is a gap of at least
 * two pages (it is its own key); a single page is never left out.
 */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [page - 1, page, page + 1].filter((number) => number > 1 && number < pages);
  const shown = [1, ...near, ...(pages > 1 ? [pages] : [])];
  return shown.flatMap((number, index) => {
    const before = shown[index - 1] ?? number - 1;
    if (number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [-number, number];
  });
}
