import { memo, type Ref, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { counterBottom, counterRight, counterSize } from './counter.tsx';
import { burst, type Flight, rising, type Shape, still } from './particle-flight.ts';

/** More at once would drop frames. */
const BURSTS_MAX = 14;

interface Burst {
  id: string;
  x: number;
  y: number;
  flights: Flight[];
}

export interface ParticlesHandle {
  /** A burst at the tapped point, in pixels of the layer. */
  burstAt: (shape: Shape, x: number, y: number) => void;
  /** Particles that rise from the counter, for a reaction of another person. */
  rise: (shape: Shape) => void;
}

/** Sparks and hearts over the vibe. They receive no pointer events and are hidden from screen readers. */
export function Particles({ ref }: { ref: Ref<ParticlesHandle> }) {
  const layer = useRef<HTMLDivElement>(null);
  const [bursts, setBursts] = useState<Burst[]>([]);
  const add = (flights: Flight[], x: number, y: number) =>
    setBursts((now) => [...now, { id: newId(), x, y, flights }].slice(-BURSTS_MAX));
  const remove = useCallback((id: string) => setBursts((now) => now.filter((one) => one.id !== id)), []);
  useImperativeHandle(ref, () => ({
    burstAt: (shape, x, y) => add(reducedMotion() ? still(shape) : burst(shape, Math.random), x, y),
    rise: (shape) => {
      const { clientWidth = 0, clientHeight = 0 } = layer.current ?? {};
      const x = clientWidth - counterRight - counterSize / 2;
      add(reducedMotion() ? still(shape) : rising(shape, Math.random), x, clientHeight - counterBottom - counterSize);
    },
  }));
  return (
    <div ref={layer} aria-hidden="true" className="pointer-events-none absolute inset-0 z-20 overflow-hidden">
      {bursts.map((one) => (
        <BurstView key={one.id} burst={one} onEnd={remove} />
      ))}
    </div>
  );
}

const reducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const BurstView = memo(function BurstView({ burst: one, onEnd }: { burst: Burst; onEnd: (id: string) => void }) {
  const longest = Math.max(...one.flights.map(({ durationMs }) => durationMs));
  useEffect(() => {
    const timer = setTimeout(() => onEnd(one.id), longest);
    return () => clearTimeout(timer);
  }, [one.id, longest, onEnd]);
  return (
    <div className="absolute" style={{ left: one.x, top: one.y }}>
      {one.flights.map((flight, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the flights of a burst never change
        <Particle key={index} flight={flight} />
      ))}
    </div>
  );
});

const PATHS: Record<Shape, string> = {
  spark: 'M12 0c1 7 4 10 12 12-8 2-11 5-12 12C11 17 8 14 0 12 8 10 11 7 12 0Z',
  heart: 'M12 22C4 16 1 12 1 7.6A5.8 5.8 0 0 1 12 4.9 5.8 5.8 0 0 1 23 7.6C23 12 20 16 12 22Z',
};

function Particle({ flight }: { flight: Flight }) {
  const ref = useRef<SVGSVGElement>(null);
  useEffect(() => {
    ref.current?.animate(flight.keyframes, { duration: flight.durationMs, easing: 'linear', fill: 'both' });
  }, [flight]);
  const { shape, size } = flight;
  return (
    <svg
      ref={ref}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={shape === 'heart' ? 'absolute text-ember' : 'absolute text-honey'}
      style={{ left: -size / 2, top: -size / 2, opacity: 0 }}
    >
      <title>{shape}</title>
      <path d={PATHS[shape]} fill="currentColor" />
    </svg>
  );
}
