import { picture } from '../pictures.ts';
import { comment, reply, type StoryPost } from '../story.ts';

/** Posts of the first week on the public page. */
export const homininiBegins: readonly StoryPost[] = [
  {
    key: 'bienvenida',
    at: '-13d 18:00',
    by: 'admin',
    text: 'Bienvenidas y bienvenidos al fuego.\n\nHominini es la plaza de todos: aquí se lee sin permiso y se habla sin levantar la voz. Cada tribu tiene después su propio rincón, con su gente y sus manías.\n\nTres costumbres de la casa: se saluda al llegar, se pregunta antes de corregir y quien trae leña elige la historia.',
    tags: ['bienvenida'],
    pictures: [picture('campfire', 'landscape', 'bienvenida')],
    likes: 5,
    comments: [
      comment('lucia', '12m', 'Yo traigo leña y un pan. ¿Puedo elegir dos historias?', {
        replies: [reply('pablo', '20m', 'Si el pan es de los tuyos, tres.'), reply('admin', '31m', 'Concedido.')],
      }),
      comment('june', '45m', 'Hola! My Spanish is slow but my appetite is not. Happy to be here.', {
        likes: 1,
        replies: [reply('rita', '58m', 'Aquí se habla con la boca llena, te vas a entender de maravilla.')],
      }),
      comment('yun', '2h', '大家好！我会慢慢学西班牙语的。🍵'),
    ],
  },
  {
    key: 'ventana-lluvia',
    at: '-12d 19:40',
    by: 'vera',
    text: 'Tarde de ciudad, té y partida aplazada. Desde la terraza del cuarto se ve a todo el mundo encender la luz a la misma hora, como si alguien diera la salida.',
    tags: ['ciudad', 'tarde'],
    place: 'Azotea del Reloj',
    pictures: [picture('skyline', 'landscape', 'reloj')],
    likes: 3,
    comments: [
      comment('nadia', '30m', 'Yo soy la ventana apagada de la derecha. Necesito oscuridad, perdón.', {
        likes: 1,
        replies: [reply('vera', '41m', 'Sabía que eras tú. Eres mi casilla negra.')],
      }),
      comment('gael', '2h', '¿El gato viene con la casa?', {
        replies: [reply('vera', '3h', 'La casa viene con el gato.', 1)],
      }),
    ],
  },
  {
    key: 'first-walk',
    at: '-11d 08:15',
    by: 'june',
    text: 'First walk without a map app. I got lost twice, was given figs once, and learned the word "cuesta" the hard way.',
    tags: ['walking', 'english'],
    place: 'Barrio del Molino',
    pictures: [picture('houses', 'portrait', 'cuesta')],
    likes: 4,
    comments: [
      comment('bruno', '25m', 'Those figs come with a contract: now you have to come up to the ridge with us.', {}),
      comment('ines', '1h', '¡La casa de los tiestos! Ahí vive mi tía, la de los higos.', {
        replies: [reply('june', '70m', 'Please tell her they were the best figs of my life. Also the only ones.')],
      }),
    ],
  },
  {
    key: 'mareas',
    at: '-11d 20:30',
    by: 'ines',
    text: 'Cuarenta minutos mirando el agua y cero pensamientos. Recomendado.',
    tags: ['mar', 'calma'],
    place: 'Playa del Susurro',
    pictures: [picture('eveningSea', 'landscape', 'susurro')],
    likes: 4,
    comments: [
      comment('lucia', '50m', 'Me lo receto.'),
      comment('olmo', '3h', 'Cero pensamientos es mi especialidad y no necesito mar.'),
    ],
  },
  {
    key: 'buenos-dias',
    at: '-10d 07:05',
    by: 'rita',
    text: 'Buenos días, madrugadores.',
    likes: 2,
    comments: [comment('bruno', '4m', 'Ya vuelvo, dirás.')],
  },
  {
    key: 'cometa-pregunta',
    at: '-10d 22:10',
    by: 'nadia',
    text: 'Pregunta para quien duerma poco: ¿alguien más vio el destello verde hacia el norte, bajo, sobre las diez menos cuarto? No hizo ruido, duró lo que un suspiro y dejó un rastro un poco torcido. Si lo visteis desde otro sitio podemos calcular por dónde pasó: hace falta la hora exacta y una referencia (un tejado, un pico, el depósito del agua).',
    tags: ['cielo', 'bolido'],
    likes: 3,
    comments: [
      comment('bruno', '14m', 'Desde el collado, 21:46. Iba de la antena hacia el pico de la Mesa.', {
        replies: [
          reply('nadia', '20m', '¡Perfecto! Con eso ya hay triángulo.'),
          reply('nadia', '2h', 'Calculado: se apagó a unos 31 km de altura sobre el embalse. Os hago un dibujo.'),
        ],
      }),
      comment(
        'gael',
        '1h',
        'Yo lo vi, pero creí que era el faro de mi bici. Luego recordé que mi bici no tiene faro.',
        {
          likes: 2,
        },
      ),
    ],
  },
  {
    key: 'carta-estelar',
    at: '-9d 18:20',
    by: 'nadia',
    text: 'Prometido: la carta del bólido, con el camino en rojo. Las constelaciones son inventadas porque las de verdad no cabían.',
    tags: ['cielo', 'dibujo'],
    pictures: [picture('starChart', 'square', 'bolido')],
    likes: 4,
    comments: [
      comment('tomas', '40m', 'Esto en azul cobalto sobre un plato quedaría tremendo.', {
        replies: [
          reply('nadia', '55m', 'Tómalo como un encargo.'),
          reply('tomas', '1h', 'Me he metido yo solo en esto.'),
        ],
      }),
    ],
  },
  {
    key: 'receta-de-nada',
    at: '-9d 12:45',
    by: 'pablo',
    text: 'Menú del día: lo que había. Postre: lo que quedaba. Sobremesa: larga.',
    tags: ['mesa'],
    pictures: [picture('breakfast', 'landscape', 'sobremesa')],
    likes: 3,
    comments: [comment('rita', '15m', 'El mejor restaurante de la ciudad, sin duda.')],
  },
  {
    key: 'cha',
    at: '-8d 09:50',
    by: 'yun',
    text: '今天在阳台上喝茶，猫坐在一边，像一位很严格的老师。\n\nHoy té en el balcón. El gato me miraba como un profesor muy serio.',
    tags: ['te', 'gatos'],
    pictures: [picture('vase', 'portrait', 'cha')],
    likes: 4,
    comments: [
      comment('june', '35m', 'Did you pass the exam?', {
        replies: [reply('yun', '50m', 'No. Me suspendió por hacer ruido con la cuchara.', 1)],
      }),
      comment('olmo', '2h', '¿Qué té era? Yo tengo una camelia que podría dar tres hojas. Al año.'),
    ],
  },
  {
    key: 'encuesta-banco',
    at: '-8d 17:30',
    by: 'gael',
    text: 'Debate serio: ¿bocadillo antes o después de la subida? Razonad la respuesta.',
    tags: ['bici', 'debate'],
    likes: 2,
    dislikes: 1,
    comments: [
      comment('bruno', '6m', 'Antes. Peso en el estómago, no en la mochila.'),
      comment('rita', '10m', 'Antes y después. Es una subida, no un castigo.', { likes: 2 }),
      comment('ines', '22m', 'Durante. Se llama paisaje.', { likes: 1 }),
    ],
  },
];
