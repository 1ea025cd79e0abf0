import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const barro: TribeStory = {
  tribe: 'barro',
  posts: [
    {
      key: 'barro-turnos',
      at: '-11d 17:00',
      by: 'tomas',
      text: 'Turnos de horno de este mes:\n\n· Jueves 1: bizcocho (Lucía, Olmo)\n· Jueves 2: esmaltes bajos (Rita)\n· Jueves 3: azulejos de la abuela de Lucía\n· Jueves 4: lo que quede vivo\n\nDejad las piezas secas en el estante de la izquierda, con nombre. La semana pasada cocimos un bocadillo.',
      tags: ['turnos', 'horno'],
      likes: 2,
      comments: [
        comment('rita', '7m', 'El bocadillo era mío y no estaba tan mal.'),
        comment('olmo', '1h', '¿Cuánto le falta a una maceta para estar seca?', {
          replies: [reply('tomas', '70m', 'Póntela en la mejilla. Si está fría, le falta.')],
        }),
      ],
    },
    {
      key: 'barro-esmalte',
      at: '-8d 20:10',
      by: 'rita',
      text: 'El verde ha salido azul y el azul ha salido marrón. Estoy encantada y no sé repetirlo.',
      tags: ['esmaltes'],
      pictures: [picture('vase', 'landscape', 'verde-azul')],
      likes: 2,
      comments: [
        comment('tomas', '5m', '¿Apuntaste algo?', { replies: [reply('rita', '6m', '«Una cucharada generosa.»')] }),
      ],
    },
    {
      key: 'barro-azulejos',
      at: '-5d 19:25',
      by: 'lucia',
      text: 'Primera prueba del azulejo de la cocina de la abuela. Al lado del original no engaña a nadie, pero desde la puerta, con los ojos medio cerrados, casi la oigo fregar.',
      tags: ['azulejos', 'cuerda-seca'],
      pictures: [picture('tiles', 'square', 'prueba')],
      likes: 2,
      comments: [
        comment('tomas', '12m', 'Le falta manganeso en la línea y sobra prisa en el bizcocho. Vas muy bien.', {}),
        comment('olmo', '2h', 'Yo no distingo cuál es cuál. Tómalo como quieras.'),
      ],
    },
    {
      key: 'barro-torno',
      at: '-3d 18:00',
      by: 'olmo',
      text: 'Mi primer cilindro. Es un cuenco.',
      tags: ['torno', 'principiantes'],
      likes: 2,
      comments: [
        comment('lucia', '3m', 'El mío fue un plato.', {
          replies: [reply('tomas', '9m', 'El mío fue un cenicero y en casa no fuma nadie.')],
        }),
      ],
    },
    {
      key: 'barro-hornada',
      at: '-1d 10:05',
      by: 'tomas',
      text: 'Hornada del jueves, completa. Ninguna baja. En veinte años me ha pasado dos veces y la otra se fue la luz.',
      tags: ['horno', 'hornada'],
      pictures: [
        picture('shelves', 'landscape', 'hornada'),
        picture('shelves', 'portrait', 'hornada'),
        picture('vase', 'portrait', 'favorita'),
      ],
      likes: 2,
      comments: [
        comment('rita', '15m', 'La tercera, la de la rama, ¿se vende o se llora?', {
          replies: [reply('tomas', '20m', 'Se presta los domingos.')],
        }),
        comment('lucia', '1h', 'Enhorabuena, maestro. Se nota hasta en la foto.'),
      ],
    },
  ],
  vibes: [],
  chat: [
    { at: '-7d 18:00', by: 'tomas', text: 'Mañana enciendo a las siete. Lo que no esté seco, no entra.' },
    { at: '-7d 18:05', by: 'rita', text: '¿Y si lo seco con el secador del pelo?', answers: 0 },
    { at: '-7d 18:06', by: 'tomas', text: 'Entonces explota con volumen.', answers: 0 },
    {
      at: '-2d 19:00',
      by: 'lucia',
      text: 'June ha pedido entrar. Viene al taller desde hace meses, creo que le toca.',
    },
    { at: '-2d 19:20', by: 'olmo', text: 'A favor. Barre.', answers: 3 },
  ],
};
