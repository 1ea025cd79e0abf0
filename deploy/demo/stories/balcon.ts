import { picture } from '../pictures.ts';
import { comment, reply, type TribeStory } from '../story.ts';

export const balcon: TribeStory = {
  tribe: 'balcon',
  posts: [
    {
      key: 'balcon-hola',
      at: '-12d 12:00',
      by: 'olmo',
      text: 'Estado del balcón: 31 macetas, una silla, cero sitio para la silla. Enseñad los vuestros.',
      tags: ['balcones'],
      pictures: [picture('sill', 'landscape', 'repisa-sur'), picture('sill', 'portrait', 'repisa-norte')],
      likes: 2,
      comments: [
        comment('rita', '10m', 'Una maceta, perejil, resistencia.'),
        comment('tomas', '2h', 'La azul es mía. Salió torcida y mírala, qué orgullosa.', {
          replies: [reply('olmo', '130m', 'Es la única que no se vuelca con el viento.')],
        }),
      ],
    },
    {
      key: 'balcon-cactus',
      at: '-10d 10:25',
      by: 'vera',
      text: 'Confieso: lo regaba por cariño. Descanse en paz, Espinete.',
      tags: ['cactus', 'fracasos'],
      likes: 2,
      comments: [
        comment('olmo', '5m', 'Todos hemos sido ese cariño. Te traigo otro: a este, ni lo mires.'),
        comment('yun', '1h', '节哀。'),
      ],
    },
    {
      key: 'balcon-lamina',
      at: '-8d 18:45',
      by: 'ines',
      text: 'He empezado un herbario de las cunetas del barrio. Se recoge poco, se prensa una semana y se descubre que lo que llamábamos «hierba» tenía once nombres. Esta es la primera lámina: olivo silvestre, amapola tardía, helecho de la tapia del colegio.',
      tags: ['herbario', 'dibujo', 'barrio'],
      pictures: [picture('herbarium', 'landscape', 'octubre')],
      likes: 2,
      comments: [
        comment(
          'olmo',
          '8m',
          'El de la izquierda no es olivo, es acebuche. Perdón. No he podido dormir desde que lo vi.',
          {
            replies: [reply('ines', '15m', 'Puesto: «olivo silvestre (acebuche, según Olmo, insomne)».')],
          },
        ),
        comment('tomas', '3h', 'Si me prestas las hojas, las imprimo en la arcilla blanda.'),
      ],
    },
    {
      key: 'balcon-pulgon',
      at: '-6d 09:10',
      by: 'rita',
      text: 'SOCORRO: bichitos verdes en el perejil. ¿Jabón? ¿Mariquitas? ¿Mudanza?',
      tags: ['bichos', 'ayuda'],
      likes: 2,
      comments: [
        comment(
          'olmo',
          '4m',
          'Pulgón. Jabón potásico al atardecer, tres días seguidos, por debajo de las hojas. La mudanza, solo si insisten.',
          { likes: 0 },
        ),
        comment('yun', '35m', 'Tengo mariquitas de sobra en el limonero. Te mando doce en un bote.', {
          replies: [reply('rita', '50m', 'Nadie me había regalado nunca doce mariquitas. Estoy emocionada.')],
        }),
      ],
    },
    {
      key: 'balcon-selva',
      at: '-4d 16:35',
      by: 'yun',
      text: '下雨以后，整个屋子都是绿的。\n\nDespués de la lluvia, toda la casa se vuelve verde por dentro.',
      tags: ['lluvia', 'hojas'],
      pictures: [picture('jungle', 'landscape', 'lluvia'), picture('jungle', 'portrait', 'despues')],
      likes: 2,
      comments: [
        comment('ines', '14m', 'Quiero vivir en la segunda foto.'),
        comment('vera', '2h', 'Espinete habría sido feliz ahí.'),
      ],
    },
    {
      key: 'balcon-guia',
      at: '-2d 11:55',
      by: 'olmo',
      text: 'Guía brevísima para quien empieza:\n\n1. Mete el dedo en la tierra. Si sale limpio, riega. Si sale sucio, no.\n2. La maceta con agujero. Siempre. No hay excepción bonita.\n3. La luz no se negocia: la planta va donde hay luz, no donde queda bien.\n4. Las hojas amarillas de abajo son normales. Las de arriba, no.\n5. Se te va a morir alguna. Ninguna era tu última oportunidad.\n\nImprimidla, pegadla en la nevera, discutídmela.',
      tags: ['guia', 'principiantes'],
      likes: 2,
      comments: [
        comment('vera', '6m', 'La 5 me ha hecho falta hoy y no por las plantas.'),
        comment('rita', '40m', 'Discuto la 1: mi dedo siempre sale sucio, soy panadera.'),
      ],
    },
    {
      key: 'balcon-semillas',
      at: '-150m',
      by: 'tomas',
      text: 'Macetas con taras, gratis, en la puerta del taller. Doce. Bueno, once.',
      tags: ['trueque'],
      place: 'Taller del Molino',
      pictures: [picture('shelves', 'landscape', 'taras')],
      likes: 2,
      comments: [comment('olmo', '3m', 'Diez.')],
    },
  ],
  vibes: [
    {
      key: 'vibe-hojas',
      at: '-4d 17:00',
      by: 'yun',
      text: '雨停了。Paró la lluvia.',
      mood: 'chill',
      picture: picture('jungle', 'tall', 'verde'),
      sparkles: 3,
      hearts: 2,
    },
  ],
  chat: [
    { at: '-9d 09:00', by: 'olmo', text: 'Helada floja el jueves. Meted dentro lo tierno.' },
    { at: '-9d 09:20', by: 'vera', text: '¿Yo soy lo tierno?', answers: 0, likes: 1 },
    { at: '-9d 09:21', by: 'olmo', text: 'Tú eres perenne.', answers: 0, likes: 1 },
    { at: '-4d 10:30', by: 'rita', text: 'Las doce mariquitas han llegado. Les he puesto nombre.', likes: 1 },
    { at: '-4d 10:41', by: 'yun', text: 'La séptima se llama Qi y es la que manda.', answers: 3 },
    { at: '-1d 08:00', by: 'ines', text: '¿Quién recoge el compost este mes?' },
    {
      at: '-1d 08:25',
      by: 'tomas',
      text: 'Yo. Llevo la furgoneta del barro, que ya no se puede manchar más.',
      answers: 5,
    },
  ],
};
