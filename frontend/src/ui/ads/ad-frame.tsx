import type { Ref, SyntheticEvent } from 'react';
import { cx } from '../cx.ts';

interface AdFrameProps {
  title: string;
  /** The page of the ad (ad-html.ts). A different page needs a different `key`. */
  html: string;
  className?: string;
  ref?: Ref<HTMLIFrameElement>;
}

/**
 * Runs an ad in a frame with an opaque origin: its scripts cannot read this page or its browser storage. The frame
 * accepts one page only.
 */
export function AdFrame({ title, html, className, ref }: AdFrameProps) {
  const show = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    // An opaque origin cannot be named as the target; the message contains no secrets.
    currentTarget.contentWindow?.postMessage(html, '*');
  return (
    <iframe
      ref={ref}
      title={title}
      src="/api/ad-frame"
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={show}
      className={cx('block w-full border-0 bg-white', className)}
    />
  );
}
