import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenVisibleProps {
  /** Reserves the space until then. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Renders its content once it is scrolled into view, so that content below the fold does not delay the first load. */
export function WhenVisible({ placeholder, children }: WhenVisibleProps) {
  const placeholderRef = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(false);

  useEffect(() => {
    if (!placeholderRef.current || visible) return;
    const observer = new IntersectionObserver((entries) => setVisible(entries.some((entry) => entry.isIntersecting)));
    observer.observe(placeholderRef.current);
    return () => observer.disconnect();
  }, [visible]);

  return visible ? children : <div ref={placeholderRef}>{placeholder}</div>;
}
