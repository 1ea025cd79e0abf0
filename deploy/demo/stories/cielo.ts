import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const cielo: TribeStory = {
  tribe: 'cielo',
  posts: [
    {
      key: 'cielo-salida',
      at: '-11d 19:10',
      by: 'nadia',
      text: 'Primera salida: viernes, cerro del Depósito, a las nueve. Saturno sale puntual; nosotros, ya veremos. Luz roja, por favor: un móvil blanco en la cara y perdemos veinte minutos de ojos.',
      tags: ['nocturna', 'saturno'],
      place: 'Cerro del Depósito',
      pictures: [picture('telescope', 'landscape', 'viernes')],
      likes: 2,
      comments: [
        comment('bruno', '10m', 'Llevo dos termos y un frontal rojo que me hace cara de submarino.'),
        comment('vera', '1h', '¿Se ven los anillos con tu telescopio?', {
          replies: [reply('nadia', '65m', 'Se ven. La gente dice siempre lo mismo: «parece una pegatina».')],
        }),
      ],
    },
    {
      key: 'cielo-pegatina',
      at: '-8d 23:50',
      by: 'vera',
      text: 'Parece una pegatina.',
      tags: ['saturno'],
      likes: 2,
      comments: [comment('nadia', '1m', 'Jajaja. Siempre.')],
    },
    {
      key: 'cielo-carta',
      at: '-6d 18:15',
      by: 'nadia',
      text: 'Carta del mes para imprimir. He marcado lo que se ve a simple vista desde la ciudad (poco), desde el cerro (bastante) y desde el páramo (todo). La línea roja es por donde pasean los planetas.\n\nSi la usáis con linterna, tapadla con un trozo de celofán rojo del de envolver bombones. Los bombones, a mi nombre.',
      tags: ['cartas', 'planetas'],
      pictures: [picture('starChart', 'landscape', 'noviembre')],
      likes: 2,
      comments: [comment('ines', '45m', 'Impresa y plastificada. Los bombones han sufrido un percance.')],
    },
    {
      key: 'cielo-trazas',
      at: '-4d 08:30',
      by: 'bruno',
      text: 'Dos horas y diez de cielo girando sobre el observatorio. Abrí el obturador y me fui a cenar.',
      tags: ['fotografia', 'larga-exposicion'],
      place: 'Observatorio del Páramo',
      pictures: [picture('starTrails', 'landscape', 'cena')],
      likes: 2,
      comments: [
        comment('nadia', '12m', '¿Viento? Se ve finísimo.', {
          replies: [reply('bruno', '20m', 'Ni una hoja. Bueno, una cabra.')],
        }),
        comment('vera', '3h', 'Hipnótica. Me he quedado mirando el centro.'),
      ],
    },
    {
      key: 'cielo-eclipse',
      at: '-2d 13:05',
      by: 'ines',
      text: 'Para el próximo eclipse ya tengo gafas, filtro y excusa para el trabajo. ¿Dónde nos ponemos?',
      tags: ['eclipse'],
      pictures: [picture('noonSea', 'landscape', 'eclipse')],
      likes: 2,
      comments: [
        comment('nadia', '8m', 'En la playa: horizonte limpio. Hago mapa de sombras esta semana.'),
        comment('bruno', '1h', '¿Excusa cuál?', { replies: [reply('ines', '61m', '«La Luna».')] }),
      ],
    },
    {
      key: 'cielo-luna',
      at: '-8h',
      by: 'nadia',
      text: 'Noche clara. Subo en una hora. Quien venga, que traiga silencio.',
      tags: ['nocturna'],
      likes: 2,
      comments: [comment('vera', '6m', '…')],
    },
  ],
  vibes: [
    {
      key: 'vibe-trazas',
      at: '-3d 23:40',
      by: 'nadia',
      text: 'Todo gira y nadie se marea.',
      mood: 'ambient',
      picture: picture('starTrails', 'tall', 'gira'),
      sparkles: 2,
      hearts: 2,
    },
  ],
  chat: [
    { at: '-9d 20:30', by: 'nadia', text: 'Cielo despejado hasta las dos. Nos vemos arriba.' },
    { at: '-9d 20:34', by: 'bruno', text: 'Subo con los termos.', answers: 0 },
    { at: '-9d 20:35', by: 'vera', text: 'Subo con frío.', answers: 0 },
    { at: '-2d 21:00', by: 'ines', text: '¿Júpiter es eso que no parpadea?' },
    {
      at: '-2d 21:01',
      by: 'nadia',
      text: 'Eso es. Los planetas no parpadean, te sostienen la mirada.',
      answers: 3,
    },
  ],
};
