/**
 * Scrolls a row sideways until an item is in its centre, and nothing else: `scrollIntoView` also scrolls the page, and
 * Tab would then start at the item and not at the link that skips to the content.
 */
export function scrollToCentre(row: HTMLElement, item: HTMLElement): void {
  const [box, { left, width }] = [row.getBoundingClientRect(), item.getBoundingClientRect()];
  row.scrollLeft += left + width / 2 - (box.left + box.width / 2);
}
