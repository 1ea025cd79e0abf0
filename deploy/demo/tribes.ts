import type { Handle, Member } from './people.ts';
import { type Picture, picture } from './pictures.ts';

export type TribeKey = 'hominini' | 'fogon' | 'senda' | 'tablero' | 'balcon' | 'cielo' | 'barro' | 'sorpresa';

export interface DemoTribe {
  key: TribeKey;
  name: string;
  description: string;
  tags: readonly string[];
  cover: Picture;
  isPrivate: boolean;
  requiresApproval: boolean;
  /** Invisible once its members have joined. */
  isInvisible?: true;
  owner: Member;
  /** Members, approved or joined directly. */
  members: readonly Member[];
  /** Authors of pending join requests. */
  waiting: readonly Member[];
}

/** The tribes service creates hominini; the demo only adds its cover. */
export const homininiCover = picture('campfire', 'cover', 'hominini');

export const demoTribes: readonly DemoTribe[] = [
  {
    key: 'fogon',
    name: 'Fogón Lento',
    description:
      'Pan con corteza, guisos que huelen a domingo y masas que se toman su tiempo. Aquí nadie tiene prisa y todo el mundo deja rebañar el plato. Recetas probadas, fracasos contados sin vergüenza.',
    tags: ['cocina', 'pan', 'masa-madre', 'guisos', 'mercado', 'recetas'],
    cover: picture('bakery', 'cover', 'hogaza'),
    isPrivate: false,
    requiresApproval: false,
    owner: 'lucia',
    members: ['rita', 'pablo', 'olmo', 'ines', 'june', 'yun', 'gael'],
    waiting: [],
  },
  {
    key: 'senda',
    name: 'Senda Larga',
    description:
      'Caminatas, bicis y noches de refugio. Compartimos rutas, mapas dibujados a mano y el parte del tiempo del que más madruga. Se camina al paso de quien va el último.',
    tags: ['montana', 'senderismo', 'bici', 'mapas', 'refugios', 'fotografia', 'travesias'],
    cover: picture('dawnRange', 'cover', 'collado'),
    isPrivate: false,
    requiresApproval: false,
    owner: 'bruno',
    members: ['gael', 'ines', 'nadia', 'june', 'tomas', 'lucia'],
    waiting: [],
  },
  {
    key: 'tablero',
    name: 'Tablero y Dado',
    description:
      'Ajedrez de café, juegos de mesa hasta medianoche y problemas para la pausa del mediodía. Se admiten principiantes, se perdonan las revanchas y se prohíbe volcar el tablero.',
    tags: ['ajedrez', 'juegos-de-mesa', 'problemas', 'torneos', 'prototipos'],
    cover: picture('chess', 'cover', 'apertura'),
    isPrivate: false,
    requiresApproval: false,
    owner: 'vera',
    members: ['pablo', 'june', 'yun', 'gael', 'nadia'],
    waiting: [],
  },
  {
    key: 'balcon',
    name: 'Balcón Verde',
    description:
      'Macetas, esquejes y huertos de un metro cuadrado. Preguntas de primerizo bienvenidas: todos hemos ahogado un cactus. Trueque de semillas el primer domingo de mes.',
    tags: ['plantas', 'huerto', 'esquejes', 'semillas', 'balcones', 'bichos'],
    cover: picture('sill', 'cover', 'repisa'),
    isPrivate: false,
    requiresApproval: false,
    owner: 'olmo',
    members: ['rita', 'ines', 'yun', 'tomas', 'vera'],
    waiting: [],
  },
  {
    key: 'cielo',
    name: 'Cielo Raso',
    description:
      'Astronomía de azotea y de páramo. Salidas con telescopio, cartas celestes y mucho café. Pedimos aprobación solo para saber cuántos termos hay que llevar.',
    tags: ['astronomia', 'estrellas', 'telescopios', 'luna', 'nocturna'],
    cover: picture('telescope', 'cover', 'cerro'),
    isPrivate: false,
    requiresApproval: true,
    owner: 'nadia',
    members: ['bruno', 'vera', 'ines'],
    waiting: ['lucia'],
  },
  {
    key: 'barro',
    name: 'Barro y Torno',
    description:
      'El taller de los jueves: turnos de horno, esmaltes y piezas que no siempre salen. Grupo cerrado para quienes compartimos el taller del Molino.',
    tags: ['ceramica', 'torno', 'esmaltes', 'taller', 'azulejos'],
    cover: picture('shelves', 'cover', 'horno'),
    isPrivate: true,
    requiresApproval: true,
    owner: 'tomas',
    members: ['lucia', 'olmo', 'rita'],
    waiting: ['june'],
  },
  {
    key: 'sorpresa',
    name: 'La sorpresa de Rita',
    description: 'Rita cumple años el mes que viene y no sabe nada. Que siga así: aquí se decide la tarta.',
    tags: ['sorpresa'],
    cover: picture('breakfast', 'cover', 'velas'),
    isPrivate: true,
    requiresApproval: true,
    isInvisible: true,
    owner: 'ines',
    members: ['olmo', 'pablo'],
    waiting: [],
  },
];

/** Returns the members of a tribe. */
export function membersOf(key: TribeKey, everybody: readonly Member[]): readonly Member[] {
  const tribe = demoTribes.find((candidate) => candidate.key === key);
  return tribe ? [tribe.owner, ...tribe.members] : everybody;
}

/** Returns the owner of a tribe; the administrator moderates hominini. */
export const ownerOf = (key: TribeKey): Handle => demoTribes.find((tribe) => tribe.key === key)?.owner ?? 'admin';
