import type { SyntheticEvent } from 'react';
import { cx } from '../cx.ts';

interface AdFrameProps {
  title: string;
  /** The page of the ad (ad-html.ts). Another one needs another `key`. */
  html: string;
  className?: string;
}

/**
 * Runs an ad in a frame without an origin: its scripts can read nothing of this page, nor of what the browser keeps for it.
 * The frame takes one page and no more.
 */
export function AdFrame({ title, html, className }: AdFrameProps) {
  const show = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    // A page of no origin cannot be named as the target; what it is told is for everybody to see.
    currentTarget.contentWindow?.postMessage(html, '*');
  return (
    <iframe
      title={title}
      src="/api/ad-frame"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={show}
      className={cx('block w-full border-0 bg-white', className)}
    />
  );
}
