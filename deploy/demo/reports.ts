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
  /** Name of the reported post or comment in the story. */
  about: string;
  kind: 'post' | 'comment';
  reason: (typeof reportReasons)[number];
  description: string;
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
  },
];
