import type { Member } from './people.ts';
import type { TribeKey } from './tribes.ts';

/** A conversation of two members, in a tribe of both. */
export interface DirectConversation {
  tribe: TribeKey;
  lines: readonly { at: string; from: Member; to: Member; text: string }[];
}

export const directConversations: readonly DirectConversation[] = [
  {
    tribe: 'fogon',
    lines: [
      { at: '-6d 18:00', from: 'pablo', to: 'rita', text: '¿Me das un pellizco de Bartola? Prometo alimentarla.' },
      { at: '-6d 18:04', from: 'rita', to: 'pablo', text: '¿Como alimentaste al último?' },
      { at: '-6d 18:05', from: 'pablo', to: 'rita', text: 'He cambiado.' },
      { at: '-6d 18:20', from: 'rita', to: 'pablo', text: 'Un pellizco. Y me mandas foto cada día.' },
      { at: '-1d 19:40', from: 'pablo', to: 'rita', text: 'Día 6: ha subido dos dedos. Yo también.' },
    ],
  },
  {
    tribe: 'hominini',
    lines: [
      { at: '-7d 12:00', from: 'tomas', to: 'lucia', text: '¿Cuántos trozos de azulejo tienes enteros, más o menos?' },
      { at: '-7d 12:30', from: 'lucia', to: 'tomas', text: 'Enteros, siete. Casi enteros, media casa.' },
      { at: '-7d 12:31', from: 'tomas', to: 'lucia', text: 'Con siete me basta para el color.' },
      { at: '-3h', from: 'lucia', to: 'tomas', text: 'He llorado un poco con la foto de la hornada. Del bueno.' },
    ],
  },
  {
    tribe: 'hominini',
    lines: [
      { at: '-3d 22:30', from: 'june', to: 'vera', text: 'Can you teach me one opening before Tuesday? A brave one.' },
      { at: '-3d 22:50', from: 'vera', to: 'june', text: 'Gambito de rey. Brave enough? Te espero a las seis.' },
      { at: '-3d 22:52', from: 'june', to: 'vera', text: 'I googled it. It is very brave. Nos vemos.' },
    ],
  },
  {
    tribe: 'senda',
    lines: [
      { at: '-2d 09:30', from: 'ines', to: 'gael', text: '¿Te cabe el trípode en la alforja para el puente?' },
      { at: '-2d 09:45', from: 'gael', to: 'ines', text: 'El trípode sí. Las galletas, negociamos.' },
      {
        at: '-40m',
        from: 'ines',
        to: 'gael',
        text: 'Llevo galletas para los dos. Cincuenta y dos kilómetros de galletas.',
      },
    ],
  },
];
