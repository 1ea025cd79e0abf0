import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface SiteLinkProps {
  url: string;
  className: string;
  children: ReactNode;
}

/** A link of a user to another site, which learns nothing of this page. */
export const SiteLink = ({ url, className, children }: SiteLinkProps) => (
  <a
    href={url}
    target="_blank"
    rel="noopener nofollow ugc"
    referrerPolicy="no-referrer"
    draggable={false}
    className={cx(
      'focus-ring flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-caption text-fg focus-visible:-outline-offset-2',
      className,
    )}
  >
    {children}
  </a>
);
