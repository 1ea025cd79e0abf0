import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const fogon: TribeStory = {
  tribe: 'fogon',
  posts: [
    {
      key: 'fogon-primera',
      at: '-12d 10:30',
      by: 'lucia',
      text: 'Inauguro con lo único que sé hacer sin mirar: hogaza de pueblo.\n\n· 500 g de harina de fuerza (100 g integral)\n· 350 g de agua\n· 100 g de masa madre activa\n· 10 g de sal\n\nAutólisis de una hora, pliegues cada media hora (cuatro veces), noche en la nevera y horno fuerte con vapor. Si cruje al sacarla y nadie habla durante un minuto, ha salido bien.',
      tags: ['pan', 'receta', 'masa-madre'],
      pictures: [picture('bakery', 'landscape', 'primera')],
      pinned: true,
      likes: 3,
      comments: [
        comment('rita', '20m', 'Doy fe del minuto de silencio. Yo aguanté once segundos.'),
        comment('june', '3h', 'Is the fridge night optional? Asking for an impatient friend.', {
          replies: [reply('lucia', '4h', 'Nothing is optional except the friend.', 1)],
        }),
      ],
    },
    {
      key: 'fogon-fracaso',
      at: '-11d 18:05',
      by: 'pablo',
      text: 'Hoy presento: ladrillo artesano. Corteza, sí. Miga, no. El vecino preguntó si estábamos de obras.',
      tags: ['pan', 'fracasos'],
      likes: 3,
      comments: [
        comment('rita', '6m', '¿Masa fría, recién salida de la nevera?', {
          replies: [reply('pablo', '10m', 'Puede. Tenía hambre.'), reply('rita', '12m', 'Diagnóstico: hambre.')],
        }),
        comment('yun', '2h', 'Para sopa de pan sirve. En mi casa un ladrillo duraba tres desayunos.'),
      ],
    },
    {
      key: 'fogon-mercado',
      at: '-9d 11:00',
      by: 'rita',
      text: 'Puesto 14 del mercado, segunda fila: la señora Eulalia ha traído tomates de los feos. Los feos de verdad. Corred.',
      tags: ['mercado'],
      place: 'Mercado de Abajo',
      likes: 2,
      comments: [
        comment('olmo', '4m', 'Corro.'),
        comment('ines', '50m', 'Ya no quedan. Olmo, sé lo que hiciste.', { likes: 1 }),
      ],
    },
    {
      key: 'fogon-cafe',
      at: '-7d 08:30',
      by: 'gael',
      text: 'Guerra civil en casa: ¿la cafetera italiana se friega con jabón o se aclara y ya?',
      tags: ['cafe', 'debate'],
      pictures: [picture('breakfast', 'square', 'fuego')],
      likes: 2,
      dislikes: 1,
      comments: [
        comment('pablo', '3m', 'Agua y respeto.', { likes: 1 }),
        comment('ines', '15m', 'Con jabón, como las personas.', {
          replies: [reply('pablo', '17m', 'Bloqueada.'), reply('ines', '19m', 'Limpia.', 1)],
        }),
        comment('june', '2h', 'In my family this question ended an engagement.'),
      ],
    },
    {
      key: 'fogon-dumplings',
      at: '-6d 13:15',
      by: 'yun',
      text: '周末我教大家包饺子。\n\nEste fin de semana toca empanadillas jiaozi en mi casa. Cerradas a mano, dieciocho pliegues; las de mi madre llevan veinte y las mías, seis y una disculpa. Si venís el sábado, traed delantal. El relleno: col, cebolleta, jengibre, setas, un chorro de soja y paciencia.',
      tags: ['receta', 'jiaozi', 'sabado'],
      place: 'Cocina de Yun',
      pictures: [picture('vase', 'square', 'mesa-de-yun')],
      likes: 3,
      comments: [
        comment('rita', '10m', 'Llevo rodillo y ninguna dignidad.'),
        comment('lucia', '30m', 'Yo hago las de seis pliegues y una disculpa.', {
          replies: [reply('yun', '45m', '完美。Perfecto.')],
        }),
        comment('gael', '4h', '¿Se puede ir solo a comer?', {
          replies: [reply('yun', '5h', 'Se puede ir a fregar.', 1)],
        }),
      ],
    },
    {
      key: 'fogon-jiaozi-despues',
      at: '-4d 20:50',
      by: 'june',
      text: '143 dumplings, nine people, zero leftovers, one burnt pot (mine). Best Saturday in months.',
      tags: ['jiaozi', 'saturday'],
      pictures: [picture('breakfast', 'landscape', 'sabado')],
      likes: 3,
      comments: [
        comment('yun', '20m', 'La olla ya está perdonada. Casi.'),
        comment('pablo', '1h', '¿144? Me comí uno en la escalera.'),
      ],
    },
    {
      key: 'fogon-masa',
      at: '-2d 07:20',
      by: 'rita',
      text: 'Mi masa madre cumple cinco años. Se llama Bartola, ha sobrevivido a tres mudanzas y a un novio intolerante al gluten. Sopla la vela el lunes.',
      tags: ['masa-madre', 'pan'],
      pictures: [picture('bakery', 'portrait', 'bartola')],
      likes: 3,
      comments: [
        comment('lucia', '5m', '¡Felicidades, Bartola! La mía es hija suya y no escribe nunca.', { likes: 1 }),
        comment('olmo', '2h', '¿Se le puede regalar un esqueje?', {
          replies: [reply('rita', '130m', 'Solo si sube.')],
        }),
      ],
    },
    {
      key: 'fogon-horno',
      at: '-1d 08:00',
      by: 'lucia',
      text: 'Para quienes ya sacáis hogazas que suenan: el martes abro el horno grande del Molino. Caben doce piezas y somos los que somos. Apuntaos en la pizarra, con vuestro nombre y el de vuestra masa.',
      tags: ['pan', 'horno'],
      pictures: [picture('bakery', 'landscape', 'horno-grande')],
      minLevel: 3,
    },
    {
      key: 'fogon-domingo',
      at: '-4h',
      by: 'pablo',
      text: 'Puchero en marcha desde las ocho. Hay para doce. Somos tres. Ya sabéis la dirección.',
      tags: ['guisos'],
      place: 'Casa de Pablo',
      likes: 2,
      comments: [comment('gael', '2m', 'Salgo.'), comment('rita', '15m', 'Llevo pan, llevo postre y llevo hambre.')],
    },
  ],
  vibes: [
    {
      key: 'vibe-pan',
      at: '-3d 08:10',
      by: 'rita',
      text: 'Cruje. Escuchad.',
      mood: 'uplifting',
      picture: picture('bakery', 'tall', 'hogaza'),
      sparkles: 4,
      hearts: 3,
    },
  ],
  chat: [
    { at: '-11d 19:00', by: 'lucia', text: '¿Quién trae harina del molino esta semana?' },
    { at: '-11d 19:02', by: 'gael', text: 'Yo paso por allí el jueves. ¿Cuántos sacos?', answers: 0 },
    { at: '-11d 19:03', by: 'rita', text: 'Dos. Bueno, tres. Bueno, los que quepan en la bici.', answers: 0 },
    { at: '-11d 19:10', by: 'gael', text: 'La bici dice que uno.', answers: 0, likes: 1 },
    { at: '-6d 14:00', by: 'yun', text: 'Sábado a las seis. Somos nueve, ¿verdad?' },
    { at: '-6d 14:04', by: 'june', text: 'Nine! I am bringing ginger.' },
    { at: '-6d 14:30', by: 'olmo', text: 'Cebolletas mías, recién cortadas del balcón.', likes: 1 },
    { at: '-1d 21:00', by: 'pablo', text: 'Mañana puchero. ¿Alguien tiene una olla más grande que la vergüenza?' },
    { at: '-1d 21:06', by: 'ines', text: 'La de mi abuela. Cabe un niño. No lo hemos probado.', answers: 7, likes: 1 },
    { at: '-1d 21:07', by: 'pablo', text: 'Esa.', answers: 7 },
  ],
};
