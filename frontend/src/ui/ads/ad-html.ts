/** The parts of an ad, as an admin entered them. */
export interface AdSource {
  /** A snippet of HTML, or the https address of a script. */
  script: string;
  adClient: string;
  adSlot: string;
}

const network = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js';
const styles = '<style>html,body{margin:0;min-height:100%;font-family:system-ui,sans-serif}img{max-width:100%}</style>';

/** Returns the page of an ad for its frame, in which `first` runs before it; '' when there is nothing to show. */
export function adHtml({ script, adClient, adSlot }: AdSource, first = ''): string {
  const isSlot = adClient !== '' && adSlot !== '';
  const own = script.trim() === '' && isSlot ? `${network}?client=${adClient}` : script.trim();
  if (own === '') return '';
  const snippet = /^https:\/\/\S+$/i.test(own) ? `<script async src="${escapeHtml(own)}"></script>` : own;
  return `<!doctype html><meta charset="utf-8">${styles}${first}<body>${snippet}${isSlot ? slotOf(adClient, adSlot) : ''}`;
}

const slotOf = (client: string, slot: string): string =>
  `<ins class="adsbygoogle" style="display:block" data-ad-client="${escapeHtml(client)}" data-ad-slot="${escapeHtml(slot)}" data-ad-format="auto"></ins>` +
  '<script>(window.adsbygoogle=window.adsbygoogle||[]).push({})</script>';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const escapeHtml = (text: string): string => text.replace(/[&"<>]/g, (found) => entities[found] ?? found);
