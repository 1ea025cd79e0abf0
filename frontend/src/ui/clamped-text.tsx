import { useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';

interface ClampedTextProps {
  text: string;
  /** The `line-clamp-…` that cuts it. */
  clamp: string;
}

/** A text cut after some lines; if it is longer, a press shows it whole, and another one cuts it again. */
export function ClampedText({ text, clamp }: ClampedTextProps) {
  const shown = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is measured again
  useEffect(() => {
    const { current } = shown;
    if (!current || isOpen) return;
    const observer = new ResizeObserver(() => setCut(current.scrollHeight > current.clientHeight + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, [text, isOpen, isCut]);
  const content = (
    <span ref={shown} className={cx('prose-safe', isOpen ? 'block' : clamp)}>
      {text}
    </span>
  );
  if (!isCut) return content;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className="focus-ring block rounded-xs text-left"
    >
      {content}
    </button>
  );
}
