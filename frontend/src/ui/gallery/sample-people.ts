export interface SamplePerson {
  id: string;
  name: string;
  email: string;
  role: 'user' | 'admin';
  joined: Date;
  posts: number;
}

const NAMES = [
  'Lucía Ferrer',
  'Maximiliana Fernández-Echeverría de la Santísima Trinidad',
  'ليلى عبد الرحمن',
  '王小明',
  'Iñaki',
  'Zoë van der Berg',
];

/** Ninety people, with long, short, right-to-left and Chinese names among them. */
export const samplePeople: SamplePerson[] = Array.from({ length: 90 }, (_, index) => ({
  id: `p${index}`,
  name: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index}`}`,
  email: `persona${index}@tribus.test`,
  role: index % 7 === 0 ? 'admin' : 'user',
  joined: new Date(Date.UTC(2026, index % 12, 1 + (index % 28))),
  posts: (index * 7919) % 1843,
}));
