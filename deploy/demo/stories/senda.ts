import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const senda: TribeStory = {
  tribe: 'senda',
  posts: [
    {
      key: 'senda-mapa',
      at: '-12d 08:45',
      by: 'bruno',
      text: 'Ruta del sábado: de la ermita al refugio de la Mesa por el hayedo. 14 km, 820 m de subida, una fuente segura y otra que depende del humor del monte. Salimos a las 7:30 de verdad, no a las 7:30 de Gael.',
      tags: ['ruta', 'mapas'],
      place: 'Refugio de la Mesa',
      pictures: [picture('trailMap', 'landscape', 'mesa'), picture('trailMap', 'portrait', 'hayedo')],
      likes: 3,
      comments: [
        comment('gael', '5m', 'Las 7:30 de Gael son un estado de ánimo.'),
        comment('june', '40m', 'Is 820 m the kind of "cuesta" I met last time?', {
          replies: [reply('bruno', '50m', 'That one was the training cuesta.', 1)],
        }),
        comment('ines', '2h', 'Llevo la cámara y galletas. En ese orden.'),
      ],
    },
    {
      key: 'senda-cumbre',
      at: '-10d 17:40',
      by: 'ines',
      text: 'Lo que se ve cuando por fin dejas de mirarte las botas.',
      tags: ['fotografia', 'cumbre'],
      place: 'Pico de la Mesa',
      pictures: [
        picture('duskRange', 'landscape', 'botas'),
        picture('dawnRange', 'portrait', 'niebla'),
        picture('winterRange', 'landscape', 'helada'),
      ],
      likes: 3,
      comments: [
        comment('bruno', '10m', 'Yo sigo mirándome las botas: se me abrió la izquierda.'),
        comment('nadia', '3h', 'La segunda la quiero en grande en la pared.'),
      ],
    },
    {
      key: 'senda-refugio',
      at: '-9d 21:15',
      by: 'tomas',
      text: 'Noche en el refugio libre. Cuatro literas, un libro de visitas de 1987 y una sartén sin mango. Alguien escribió en el libro: «Aquí no pasó nada y fue perfecto». Dejo leña cortada para quien venga.',
      tags: ['refugios', 'noche'],
      pictures: [picture('nightRange', 'landscape', 'litera')],
      likes: 3,
      comments: [
        comment('lucia', '15m', 'Esa frase, bordada, en mi cocina.'),
        comment('gael', '4h', 'El mango de la sartén lo tengo yo. Larga historia.', { likes: 1 }),
      ],
    },
    {
      key: 'senda-parte',
      at: '-7d 06:50',
      by: 'bruno',
      text: 'Parte: viento del norte, nubes altas, rodillas regular.',
      tags: ['parte'],
      likes: 2,
      comments: [comment('ines', '12m', 'Rodillas mejorando desde el oeste.')],
    },
    {
      key: 'senda-otono',
      at: '-5d 18:30',
      by: 'gael',
      text: 'Los viñedos de la vuelta, en su semana buena. He parado diecisiete veces. La media de velocidad la dejamos para otro día.',
      tags: ['bici', 'otono', 'fotografia'],
      place: 'Valle Hondo',
      pictures: [picture('autumnRoad', 'landscape', 'vendimia'), picture('autumnRoad', 'portrait', 'cuneta')],
      likes: 3,
      comments: [
        comment('june', '22m', 'Can a beginner do this loop? Asking with a borrowed bike.', {
          replies: [reply('gael', '30m', 'Claro. We stop seventeen times, remember?')],
        }),
        comment('bruno', '2h', 'Diecisiete paradas y ninguna para ponerte el casco recto.'),
      ],
    },
    {
      key: 'senda-tienda',
      at: '-3d 22:40',
      by: 'ines',
      text: 'Primera noche al raso del curso. Tienda nueva, suelo duro, silencio caro.\n\nNotas para la próxima:\n1. El saco de verano es un deseo, no un saco.\n2. El té en termo vale más que la linterna.\n3. No contar historias de osos si luego hay que salir a hacer pis.',
      tags: ['vivac', 'noche'],
      place: 'Prado del Cuervo',
      pictures: [picture('tent', 'landscape', 'cuervo')],
      likes: 3,
      comments: [
        comment('lucia', '18m', 'La tercera es culpa mía y la volvería a contar.', { likes: 1 }),
        comment('nadia', '1h', '¿Qué tal el cielo?', {
          replies: [reply('ines', '65m', 'Lleno. No cabía una más.')],
        }),
      ],
    },
    {
      key: 'senda-perro',
      at: '-1d 12:10',
      by: 'nadia',
      text: 'Se nos ha unido un perro en el kilómetro tres. Ha dirigido la expedición, ha elegido la fuente buena y se ha despedido en el desvío sin pedir nada. ¿Alguien lo conoce? Mancha en forma de isla, muy profesional.',
      tags: ['ruta', 'perros'],
      place: 'Camino de la Ermita',
      likes: 2,
      comments: [
        comment('tomas', '9m', 'Capitán. Es de la panadería. Cobra en cortezas.', {
          likes: 1,
          replies: [reply('nadia', '20m', 'Le debo tres cortezas y una entrevista.')],
        }),
      ],
    },
    {
      key: 'senda-plan',
      at: '-5h',
      by: 'bruno',
      text: 'Propuesta de travesía: tres días, dos refugios, un lago. ¿Quién se apunta para el puente?',
      tags: ['travesias', 'plan'],
      pictures: [picture('trailMap', 'square', 'travesia')],
      announced: true,
      likes: 2,
      comments: [
        comment('ines', '4m', 'Yo.'),
        comment('june', '20m', 'Me! I bought boots. Real ones.'),
        comment('gael', '50m', 'Si hay un tramo con ruedas, también.'),
      ],
    },
  ],
  vibes: [
    {
      key: 'vibe-cumbre',
      at: '-4d 19:20',
      by: 'bruno',
      text: 'Se apaga por ese lado.',
      mood: 'epic',
      picture: picture('duskRange', 'tall', 'lado'),
      sparkles: 4,
      hearts: 3,
    },
  ],
  chat: [
    { at: '-11d 20:00', by: 'bruno', text: 'Sábado: agua, capa y buen humor. El resto lo llevo yo.' },
    { at: '-11d 20:03', by: 'gael', text: '¿Y chocolate?', answers: 0 },
    { at: '-11d 20:04', by: 'bruno', text: 'Eso es parte del buen humor.', answers: 0, likes: 1 },
    { at: '-8d 07:00', by: 'ines', text: 'Niebla en el collado, sol por encima. Subid.' },
    { at: '-3d 18:00', by: 'lucia', text: '¿Alguien tiene un saco que abrigue de verdad?' },
    { at: '-3d 18:12', by: 'tomas', text: 'Yo, dos. Uno huele a arcilla.', answers: 4 },
    { at: '-3d 18:13', by: 'lucia', text: 'Ese.', answers: 4 },
    { at: '-2h', by: 'june', text: 'Boots broken in. Feet also broken in.', likes: 1 },
  ],
};
