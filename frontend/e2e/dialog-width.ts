/**
 * Checks each sheet and dialog that is shown, and logs an error for elements that would not fit into it on the
 * narrowest phone. A dialog scrolls by itself, so the page does not become wider. For `addInitScript`.
 */
export const watchDialogs = `
  (() => {
    const narrowest = 320;
    /** From here on the layout is that of a tablet. */
    const phonesBelow = 640;
    const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const holdsIts = (element) =>
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) || /overflow-(x-)?auto/.test(element.className);
    const isHeld = (element, dialog) => {
      for (let around = element.parentElement; around !== dialog; around = around.parentElement)
        if (holdsIts(around)) return true;
      return false;
    };
    const sticksOut = (dialog) => {
      const { left, right } = dialog.getBoundingClientRect();
      return [...dialog.querySelectorAll('*')].filter((element) => {
        const box = element.getBoundingClientRect();
        return (box.right > right + 0.5 || box.left < left - 0.5) && isShown(element) && !isHeld(element, dialog);
      });
    };
    const widerThan = (dialog) => {
      const { scrollTop } = dialog;
      const { width, transition } = dialog.style;
      dialog.style.transition = 'none';
      dialog.style.width = dialog.getBoundingClientRect().width - (innerWidth - narrowest) + 'px';
      const found = sticksOut(dialog).map((element) => element.outerHTML.slice(0, 160));
      dialog.style.width = width;
      dialog.scrollTop = scrollTop;
      dialog.style.transition = transition;
      return found;
    };
    window.tooWideInDialogs = () =>
      innerWidth < phonesBelow
        ? [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].filter(isShown).flatMap(widerThan)
        : [];
    const known = new Set();
    let isDue = false;
    const look = () => {
      isDue = false;
      for (const found of window.tooWideInDialogs()) {
        if (!known.has(found)) console.error('wider than a dialog on the narrowest phone: ' + found);
        known.add(found);
      }
    };
    new MutationObserver(() => {
      if (isDue || !document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      isDue = true;
      requestAnimationFrame(look);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  })();
`;
