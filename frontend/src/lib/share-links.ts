/** A shared address and the text before it, which is empty where only the link may be passed on. */
export interface Shared {
  url: string;
  text: string;
}

export interface ShareTarget {
  name: string;
  /** The address that opens the app or site with what is shared. */
  href: string;
}

const queryOf = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    // Not URLSearchParams, whose plus signs mail and chat apps show instead of spaces.
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');

/** Returns the apps and sites that accept an address, in the order of the specification (part 2, section 9). */
export function shareTargets({ url, text }: Shared): ShareTarget[] {
  const line = [text, url].filter((part) => part !== '').join(' ');
  return [
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?${queryOf({ u: url })}` },
    { name: 'WhatsApp', href: `https://wa.me/?${queryOf({ text: line })}` },
    { name: 'X', href: `https://x.com/intent/post?${queryOf({ text, url })}` },
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?${queryOf({ url })}` },
    { name: 'Telegram', href: `https://t.me/share/url?${queryOf({ url, text })}` },
  ];
}

/** The sites that accept no address: the link is copied, and the site opened. */
export const pasteTargets: readonly ShareTarget[] = [
  { name: 'Instagram', href: 'https://www.instagram.com/' },
  { name: 'YouTube', href: 'https://www.youtube.com/' },
];

export const mailHref = ({ url, text }: Shared): string => `mailto:?${queryOf({ subject: text, body: url })}`;
