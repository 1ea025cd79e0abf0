import { type ReactNode, useEffect, useRef, useState } from 'react';

interface WhenNearProps {
  /** What keeps the place until then. */
  placeholder: ReactNode;
  children: ReactNode;
}

/** Shows its content when a person comes to where it stands: what lies below the fold costs the first load nothing. */
export function WhenNear({ placeholder, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);

  useEffect(() => {
    if (!place.current || near) return;
    const watcher = new IntersectionObserver((entries) => setNear(entries.some((entry) => entry.isIntersecting)));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [near]);

  return near ? children : <div ref={place}>{placeholder}</div>;
}
