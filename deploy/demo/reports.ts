import type { reportReasons } from '@tribus/content/limits.ts';
import type { Handle, Member, SanctionedMember } from './people.ts';
import type { TribeKey } from './tribes.ts';

/** Reports and their decisions. */

export interface DemoReport {
  /** Identifies the report within the demo's data. */
  key: string;
  at: string;
  by: Member;
  tribe: TribeKey;
  /** Name of the reported object in the story; `person:` with a handle, `tribe:` with a key. */
  about: string;
  kind: 'post' | 'comment' | 'vibe' | 'media' | 'chat' | 'person' | 'tribe';
  reason: (typeof reportReasons)[number];
  description: string;
  /** A moderator who has taken the case and written a note, without a decision. */
  assigned?: { at: string; by: Handle; note: string };
  decision?: {
    at: string;
    by: Handle;
    action: 'keep' | 'remove' | 'warn';
    note: string;
    message: string;
    appeal?: { at: string; by: SanctionedMember; text: string };
  };
}

/** Written by a person whom the administrator silenced later. */
export const rudeComment = {
  at: '-4d 21:00',
  by: 'cardo',
  post: 'tablero-cooperative',
  text: 'Otra campaña tuya. Otra libreta. Otra vez tú.',
} as const;

/** Posted by a person whom the administrator suspended later. */
export const advertisement = {
  at: '-5d 12:30',
  by: 'saldo',
  text: 'RELOJES RELOJES RELOJES. Los mismos que los caros, a precio de domingo. Escríbeme y te cuento. Solo hoy. Y mañana.',
} as const;

export const reports: readonly DemoReport[] = [
  {
    key: 'tablero-vera',
    at: '-4d 22:00',
    by: 'june',
    tribe: 'tablero',
    about: 'comment:cardo',
    kind: 'comment',
    reason: 'harassment',
    description: 'Third time this week, always to the same person.',
    decision: {
      at: '-3d 20:00',
      by: 'vera',
      action: 'remove',
      note: 'Avisado en persona el lunes y el martes.',
      message: 'No discutimos de ajedrez así.',
      appeal: { at: '-2d 08:00', by: 'cardo', text: 'Era broma. Con ella siempre hemos hablado así.' },
    },
  },
  {
    key: 'relojes-nadia',
    at: '-5d 13:10',
    by: 'nadia',
    tribe: 'hominini',
    about: 'post:relojes',
    kind: 'post',
    reason: 'spam',
    description: 'Vende relojes. También me ha escrito en privado.',
  },
  {
    key: 'relojes-olmo',
    at: '-5d 15:40',
    by: 'olmo',
    tribe: 'hominini',
    about: 'post:relojes',
    kind: 'post',
    reason: 'spam',
    description: '',
  },
  {
    key: 'cafe-yun',
    at: '-1d 10:20',
    by: 'yun',
    tribe: 'fogon',
    about: 'post:fogon-cafe',
    kind: 'post',
    reason: 'other',
    description: 'Dice guerra civil. Es una cafetera. 请看一下。',
    assigned: {
      at: '-1d 22:00',
      by: 'lucia',
      note: 'He hablado con Gael: promete no volver a declarar la guerra. Lo cierro mañana.',
    },
  },
  {
    key: 'hogaza-june',
    at: '-2d 10:00',
    by: 'june',
    tribe: 'fogon',
    about: 'post:vibe-pan',
    kind: 'vibe',
    reason: 'misinformation',
    description: 'It says it crackles. There is no sound.',
  },
  {
    key: 'resaca-ines',
    at: '-3d 11:30',
    by: 'ines',
    tribe: 'fogon',
    about: 'media:fogon:resaca',
    kind: 'media',
    reason: 'obsceno',
    description: 'Ese plato no se le enseña a nadie.',
  },
  {
    key: 'sacos-pablo',
    at: '-2d 15:00',
    by: 'pablo',
    tribe: 'fogon',
    about: 'chat:fogon:2',
    kind: 'chat',
    reason: 'misinformation',
    description: 'En esa bici no caben tres sacos. La he visto.',
  },
  {
    key: 'pablo-olmo',
    at: '-2d 17:00',
    by: 'olmo',
    tribe: 'fogon',
    about: 'person:pablo',
    kind: 'person',
    reason: 'other',
    description: 'Presenta mi pan como suyo. Lo reconocería en cualquier parte.',
  },
  {
    key: 'tablero-gael',
    at: '-2d 19:00',
    by: 'gael',
    tribe: 'tablero',
    about: 'tribe:tablero',
    kind: 'tribe',
    reason: 'other',
    description: 'Prometen perdonar las revanchas. La mía sigue apuntada.',
  },
];
