import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const tablero: TribeStory = {
  tribe: 'tablero',
  posts: [
    {
      key: 'tablero-cafe',
      at: '-12d 16:20',
      by: 'vera',
      text: 'Mesa libre los martes en el café del Reloj, al fondo, bajo el espejo. Traed o no traed tablero; hay tres y a uno le falta un alfil (jugamos con un tapón, es tradición).',
      tags: ['ajedrez', 'martes'],
      place: 'Café del Reloj',
      pictures: [picture('chess', 'landscape', 'martes')],
      likes: 2,
      comments: [
        comment('pablo', '15m', 'El tapón está invicto, ojo.'),
        comment('june', '1h', 'I know how the horse moves. Is that enough?', {
          replies: [reply('vera', '70m', 'That is the hardest part. Come.')],
        }),
      ],
    },
    {
      key: 'tablero-isla',
      at: '-10d 23:55',
      by: 'yun',
      text: 'Mi primer juego hecho a mano: una isla de losetas, tres navegantes y ninguna guerra. Gana quien deja la isla más bonita que como la encontró. Llevo cuatro meses con las reglas y hoy, por fin, alguien se enfadó de verdad. Creo que ya es un juego.',
      tags: ['prototipos', 'juegos-de-mesa'],
      pictures: [picture('hexIsland', 'landscape', 'isla')],
      likes: 2,
      comments: [
        comment('gael', '12m', 'Fui yo el enfadado. Me secaron el lago.', {
          replies: [reply('yun', '20m', 'El lago pedía ayuda desde el turno dos.')],
        }),
        comment('vera', '9h', 'Quiero probarlo con reloj.'),
        comment('nadia', '10h', '¿Puede haber luna y que mueva las mareas?', {
          replies: [reply('yun', '11h', '……可以！Me acabas de dar otros cuatro meses de trabajo.')],
        }),
      ],
    },
    {
      key: 'tablero-problema',
      at: '-8d 13:00',
      by: 'vera',
      text: 'Problema de la pausa: blancas con rey en f6 y torre en a1; negras con el rey solo en h8. Juegan blancas y dan mate en dos. No vale preguntar al teléfono.',
      tags: ['problemas', 'ajedrez'],
      likes: 2,
      comments: [
        comment('pablo', '30m', 'Torre a1-g1 y el rey negro se queda sin aire… ¿rey h7, torre h1?', {
          replies: [
            reply('vera', '40m', 'Casi. Mira adónde puede escapar después de h7.'),
            reply('nadia', '2h', 'Rey f7 primero: solo le queda h7, y torre h1 mate.'),
            reply('vera', '130m', 'Nadia se lleva el tapón.'),
          ],
        }),
      ],
    },
    {
      key: 'tablero-torneo',
      at: '-5d 22:30',
      by: 'pablo',
      text: 'Torneo relámpago: 1.º Vera, 2.º el tapón, 3.º yo. Pido recuento.',
      tags: ['torneos'],
      likes: 2,
      dislikes: 1,
      comments: [
        comment('vera', '2m', 'Recuento hecho. Ahora eres 4.º.'),
        comment('gael', '30m', '¿Y quién es 3.º?', {
          replies: [reply('vera', '33m', 'El gato del café. Se sentó en e4 y no hubo manera.')],
        }),
      ],
    },
    {
      key: 'tablero-cooperative',
      at: '-4d 11:40',
      by: 'june',
      text: 'Looking for two more people for a long cooperative campaign, Thursdays, in any mix of Spanish and English. I bring snacks, terrible accents and a very organised notebook.',
      tags: ['campaign', 'thursdays'],
      likes: 2,
      comments: [
        comment('yun', '25m', '算我一个！'),
        comment('nadia', '3h', 'Si acaba antes de que salga Júpiter, voy.'),
      ],
    },
    {
      key: 'tablero-partida',
      at: '-2d 19:00',
      by: 'nadia',
      text: 'Tres horas de final de torres. Tablas. Las mejores tablas de mi vida: al terminar nos dimos cuenta de que el café había cerrado y el dueño estaba mirando de pie, con el abrigo puesto, sin querer interrumpir.',
      tags: ['ajedrez'],
      place: 'Café del Reloj',
      pictures: [picture('chess', 'portrait', 'torres')],
      likes: 2,
      comments: [comment('vera', '20m', 'Yo era la otra torre. Repetiría mañana.')],
    },
    {
      key: 'tablero-regla',
      at: '-6h',
      by: 'gael',
      text: 'Se acepta «un último turno» como unidad de tiempo.',
      likes: 2,
      comments: [comment('pablo', '11m', 'Un último turno son dos horas y una pizza.')],
    },
  ],
  vibes: [],
  chat: [
    { at: '-8d 18:00', by: 'vera', text: 'Mañana martes: ¿quién trae el reloj bueno?' },
    { at: '-8d 18:09', by: 'pablo', text: 'Yo, si alguien me recuerda que es martes.', answers: 0 },
    { at: '-8d 18:10', by: 'june', text: 'It is Tuesday tomorrow, Pablo.', answers: 0 },
    { at: '-5d 22:40', by: 'gael', text: 'El gato de e4 pide revancha.', likes: 1 },
    { at: '-1d 20:15', by: 'yun', text: 'Versión 9 de la isla: ahora con mareas. El jueves la probamos.' },
    { at: '-1d 20:20', by: 'nadia', text: '¡LUNA!', likes: 1, answers: 4 },
  ],
};
