import { Arms, type Pose } from './fire-scene-arms.tsx';

type Hair = 'short' | 'bun' | 'long' | 'curls' | 'hat' | 'hood';

interface ScenePerson {
  x: number;
  y: number;
  scale: number;
  hue: number;
  hair: Hair;
  skin: 1 | 2 | 3 | 4;
  pose?: Pose;
  /** Sits before the fire, seen from behind: a dark shape with a bright edge. */
  near?: boolean;
  /** Angle of leaning, in degrees. */
  lean?: number;
}

/** From the far side to the near one, so that nearer people cover farther ones. */
export const SCENE_PEOPLE: ScenePerson[] = [
  { x: 866, y: 430, scale: 0.86, hue: 145, hair: 'curls', skin: 3, pose: 'talk', lean: -2 },
  { x: 1122, y: 428, scale: 0.86, hue: 25, hair: 'bun', skin: 1, pose: 'mug', lean: -4 },
  { x: 772, y: 446, scale: 0.94, hue: 300, hair: 'long', skin: 2, pose: 'knees', lean: 5 },
  { x: 1206, y: 446, scale: 0.92, hue: 215, hair: 'hat', skin: 4, pose: 'guitar', lean: 3 },
  { x: 640, y: 464, scale: 0.98, hue: 85, hair: 'short', skin: 4, pose: 'wave', lean: 2 },
  { x: 1336, y: 466, scale: 1, hue: 345, hair: 'long', skin: 3, pose: 'mug', lean: -4 },
  { x: 528, y: 490, scale: 1.08, hue: 195, hair: 'hood', skin: 1, pose: 'knees', lean: 4 },
  { x: 1474, y: 494, scale: 1.08, hue: 120, hair: 'short', skin: 2, pose: 'talk', lean: -4 },
  { x: 826, y: 590, scale: 1.28, hue: 240, hair: 'short', skin: 2, near: true, lean: 4 },
  { x: 1186, y: 594, scale: 1.28, hue: 50, hair: 'bun', skin: 3, near: true, lean: 3 },
  { x: 1286, y: 580, scale: 0.9, hue: 180, hair: 'curls', skin: 4, near: true, lean: -12 },
  { x: 598, y: 578, scale: 1.22, hue: 20, hair: 'hat', skin: 1, near: true, lean: -3 },
  { x: 1456, y: 590, scale: 1.24, hue: 280, hair: 'long', skin: 1, near: true, lean: -4 },
];

const SKIN = {
  1: 'oklch(0.84 0.09 65)',
  2: 'oklch(0.75 0.1 58)',
  3: 'oklch(0.64 0.095 52)',
  4: 'oklch(0.52 0.08 46)',
} as const;

const BODY =
  'M-56 2C-60-14-44-24-30-26-35-46-34-66-23-75-13-83 13-83 23-75 34-66 35-46 30-26 44-24 60-14 56 2 30 8-30 8-56 2Z';

const HAIR: Record<Hair, string> = {
  short: 'M-20-99c-2-16 8-24 20-24s22 8 20 24c-4-7-8-10-14-11-8 3-19 3-26 11Z',
  bun: 'M-20-98c-2-16 8-24 20-24s22 8 20 24c-5-9-12-12-20-12s-15 3-20 12ZM0-139a10 10 0 1 1 0 20 10 10 0 1 1 0-20Z',
  long: 'M-21-96c-3-18 7-27 21-27s24 9 21 27l4 32c-6 4-12 3-13-2l1-34c-8 2-19-1-24-8-3 6-4 8-4 14l-2 28c-2 5-8 5-12 2Z',
  curls:
    'M-20-95c-10-2-10-13-3-16-2-9 8-15 14-11 5-6 14-6 18 0 7-3 16 3 13 11 7 4 6 14-2 16-3-8-9-12-20-12s-17 4-20 12Z',
  hat: 'M-33-104c8-6 16-6 16-6 0-12 7-19 17-19s17 7 17 19c0 0 8 0 16 6-16 6-50 6-66 0Z',
  hood: 'M-25-74c-6-34 6-52 25-52s31 18 25 52c-4-22-10-32-25-32s-21 10-25 32Z',
};

/** One person on the ground, drawn from the seat up, lit from the direction of the fire. */
export function SeatedPerson({ person }: { person: ScenePerson }) {
  const { x, y, scale, lean = 0 } = person;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale}) rotate(${lean})`} style={{ '--h': person.hue }}>
      {person.near ? <Back person={person} /> : <Front person={person} />}
    </g>
  );
}

function Front({ person }: { person: ScenePerson }) {
  const towardFire = person.x < 1000 ? 1 : -1;
  const lit = 'oklch(var(--scene-lit-l) var(--scene-lit-c) var(--h))';
  const dim = 'oklch(var(--scene-dim-l) var(--scene-dim-c) var(--h))';
  const covering = person.hair === 'hood' || person.hair === 'hat' ? dim : 'var(--scene-shade)';
  return (
    <>
      <ellipse cx={-towardFire * 16} cy="4" rx="66" ry="9" fill="var(--scene-shade)" opacity="0.35" />
      <path d={BODY} fill={dim} />
      {/* The same shape, shifted toward the fire and clipped to itself: the lit side. */}
      <path d={BODY} fill={lit} transform={`translate(${towardFire * 5} 3) scale(0.86 0.95)`} />
      <path d="M-7-84h14v12q-7 5-14 0Z" fill={SKIN[person.skin]} />
      <ellipse cy="-100" rx="18" ry="20.5" fill={SKIN[person.skin]} />
      <path
        d={towardFire > 0 ? 'M0-120c-25 0-25 40 0 40-12-9-12-31 0-40Z' : 'M0-120c25 0 25 40 0 40 12-9 12-31 0-40Z'}
        fill="var(--scene-shade)"
        opacity="0.3"
      />
      <path d={HAIR[person.hair]} fill={covering} />
      {/* Drawn for a person left of the fire, mirrored for the others. */}
      <g transform={`scale(${towardFire} 1)`} fill="none" strokeLinecap="round" strokeLinejoin="round">
        <Arms pose={person.pose ?? 'lap'} sleeve={dim} cloth={lit} skin={SKIN[person.skin]} />
      </g>
    </>
  );
}

function Back({ person }: { person: ScenePerson }) {
  const towardFire = person.x < 1000 ? 1 : -1;
  const edge = 'oklch(0.8 0.14 62)';
  const dark = 'oklch(calc(var(--scene-dim-l) * 0.62) calc(var(--scene-dim-c) * 0.8) var(--h))';
  const head = <ellipse cy="-101" rx="20" ry="21.5" />;
  return (
    <>
      <g fill={edge}>
        <path d={BODY} />
        {head}
        <path d={HAIR[person.hair]} />
      </g>
      <g fill={dark} transform={`translate(${-towardFire * 2.6} 2.6)`}>
        <path d={BODY} />
        {head}
        <path d={HAIR[person.hair]} />
      </g>
    </>
  );
}

/** Asleep on the near side, warm along its back. */
export function SleepingDog() {
  const dog =
    'M-44 0C-52-16-36-32-12-30 4-29 12-25 20-27 22-37 30-41 38-39L43-48 48-36C58-31 62-22 55-18 50-15 42-16 37-13 40-6 37 0 30 0ZM-42-8C-58-8-62-22-52-28L-49-24C-54-19-50-14-40-15Z';
  return (
    <g transform="translate(1016 572) scale(1.3)">
      <path d={dog} fill="oklch(0.8 0.14 62)" />
      <path d={dog} fill="oklch(0.21 0.045 42)" transform="translate(0.4 2.2)" />
    </g>
  );
}
