import type { ContactForm } from '@tribus/identity/api.ts';
import type { SanctionedMember } from './people.ts';

/** Messages to the team, and sanctions by the administrator. */

export const contactMessages: readonly { at: string; form: ContactForm }[] = [
  {
    at: '-6d 16:10',
    form: {
      name: 'Asociación El Ovillo',
      email: 'hola@ovillo.demo.tribus.test',
      subject: 'business',
      message: 'Somos un taller de lana inventado. ¿Podemos fundar una tribu con nuestro nombre?',
    },
  },
  {
    at: '-3d 11:40',
    form: {
      name: 'Teo',
      email: 'teo@demo.tribus.test',
      subject: 'technical',
      message: 'En mi tableta las fotos de hominini tardan. ¿Es mi línea o sois vosotros?',
    },
  },
  {
    at: '-1d 09:15',
    form: {
      name: 'Greta',
      email: 'greta@demo.tribus.test',
      subject: 'feedback',
      message: 'I only wanted to say that the fire on the first page made my evening.',
    },
  },
];

interface DemoSanction {
  kind: 'silence' | 'suspension';
  reason: 'spam' | 'harassment';
  /** Text shown to the member. */
  message: string;
  at: string;
  /** From the first start on; null until it is lifted. */
  days: number | null;
  appeal?: { at: string; text: string };
}

export const sanctions: Readonly<Record<SanctionedMember, DemoSanction>> = {
  saldo: {
    kind: 'suspension',
    reason: 'spam',
    message: 'Has enviado la misma oferta de relojes a once personas. Aquí no se vende nada.',
    at: '-4d 12:00',
    days: null,
  },
  cardo: {
    kind: 'silence',
    reason: 'harassment',
    message:
      'Tus comentarios a otra persona pasaron de la broma a la insistencia. Puedes leer; escribir, en unos días.',
    at: '-2d 09:00',
    days: 5,
    appeal: {
      at: '-1d 20:30',
      text: 'Pensé que seguíamos jugando y no me di cuenta de que ya no. Le he pedido perdón. ¿Podéis revisarlo?',
    },
  },
};
