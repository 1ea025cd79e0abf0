import type { Member, SanctionedMember } from './people.ts';
import type { TribeKey } from './tribes.ts';

/** Admission to the tribes: their questions, invitations and bans. */

export interface DemoAdmission {
  tribe: TribeKey;
  at: string;
  rules: readonly string[];
  questions: readonly string[];
}

/** Set by the owner of each tribe. */
export const admissions: readonly DemoAdmission[] = [
  {
    tribe: 'fogon',
    at: '-13d 13:00',
    rules: [
      'Se prueba antes de opinar.',
      'Los fracasos se cuentan con foto.',
      'Quien cocina no friega; quien no trae, friega.',
    ],
    questions: [],
  },
  {
    tribe: 'barro',
    at: '-3d 09:00',
    rules: ['El horno se apunta en la pizarra.', 'Las piezas de otros no se tocan, ni para enderezarlas.'],
    questions: ['¿Has trabajado antes con barro?', '¿Qué jueves puedes venir?'],
  },
  {
    tribe: 'cielo',
    at: '-3d 09:05',
    rules: ['En el páramo, luz roja y voz baja.'],
    questions: ['¿Cuántos termos traes?'],
  },
];

/** Answers of pending join requests, in the order of the questions. */
export const answers: Readonly<Partial<Record<TribeKey, readonly string[]>>> = {
  barro: ['Only once, and the bowl had opinions of its own. I would love to learn.', 'Any Thursday but the first.'],
  cielo: ['Dos de café y uno de caldo. Negociable.'],
};

/** A moderator's note on a pending request. */
export const requestNote = {
  tribe: 'barro',
  about: 'june',
  at: '-1d 19:20',
  text: 'Es la de las empanadillas de Yun. Hay sitio el segundo jueves.',
} as const;

export interface DemoInvite {
  tribe: TribeKey;
  by: Member;
  at: string;
  /** From the first start on; null without expiry. */
  days: number | null;
  maxUses: number | null;
  /** Members who joined with it. */
  joined: readonly { who: Member; at: string }[];
}

export const invites: readonly DemoInvite[] = [
  {
    tribe: 'fogon',
    by: 'lucia',
    at: '-5d 12:00',
    days: null,
    maxUses: 10,
    joined: [
      { who: 'tomas', at: '-5d 18:30' },
      { who: 'nadia', at: '-3d 22:10' },
    ],
  },
  { tribe: 'fogon', by: 'lucia', at: '-1d 09:00', days: 7, maxUses: null, joined: [] },
];

export interface DemoBan {
  tribe: TribeKey;
  who: SanctionedMember;
  joinedAt: string;
  at: string;
  /** From the first start on; null without end. */
  days: number | null;
  reason: string;
}

/** Members who joined and were banned. */
export const bans: readonly DemoBan[] = [
  {
    tribe: 'tablero',
    who: 'cardo',
    joinedAt: '-7d 16:00',
    at: '-3d 20:30',
    days: 30,
    reason: 'Tres avisos por comentarios a la misma persona. El tablero espera; ella no tiene por qué.',
  },
  {
    tribe: 'fogon',
    who: 'cardo',
    joinedAt: '-7d 16:20',
    at: '-3d 21:10',
    days: null,
    reason: 'Aquí también, no.',
  },
];

/** Members who help an owner to moderate. */
export const officers: readonly { tribe: TribeKey; who: Member; at: string }[] = [
  { tribe: 'fogon', who: 'rita', at: '-6d 08:00' },
];

/** A member who may read but not write for some days; later than all that they write there. */
export const restriction = {
  tribe: 'fogon',
  who: 'gael',
  at: '-4m',
  days: 2,
  reason: 'Once mensajes seguidos sobre la cafetera. Descansa hasta el domingo, y vuelve.',
} as const;

/** A request to join that was rejected; sent before the tribe asked questions. */
export const rejection = { tribe: 'barro', who: 'gael', askedAt: '-4d 10:00', at: '-3d 08:00' } as const;

/** An offer of ownership that is not answered yet. */
export const ownershipOffer = { tribe: 'balcon', to: 'rita', at: '-1d 20:30' } as const;
