import { picture } from '../pictures.ts';
import { comment, reply, type StoryPost, type StoryVibe } from '../story.ts';

/** Posts of the second week on the public page. */
export const homininiNow: readonly StoryPost[] = [
  {
    key: 'azulejos-abuela',
    at: '-7d 11:10',
    by: 'lucia',
    text: 'He pasado la mañana fotografiando los suelos de la casa de mi abuela antes de la reforma. Cada habitación tiene un dibujo distinto y nadie recuerda por qué. Mi teoría: así sabía dónde estaba sin encender la luz.\n\nSi alguien reconoce el taller que los hizo, que me escriba. Me gustaría repetir aunque sea uno, para la cocina.',
    tags: ['azulejos', 'casa'],
    place: 'Casa de la abuela Remedios',
    pictures: [
      picture('tiles', 'square', 'pasillo'),
      picture('truchet', 'square', 'cocina'),
      picture('tiles', 'square', 'comedor'),
      picture('truchet', 'square', 'patio'),
      picture('tiles', 'square', 'alcoba'),
      picture('tiles', 'square', 'zaguan'),
    ],
    likes: 5,
    comments: [
      comment(
        'tomas',
        '18m',
        'El segundo es de cuerda seca, casi seguro. Tráeme un trozo roto y probamos a repetirlo en el horno pequeño.',
        {
          likes: 1,
          replies: [
            reply('lucia', '25m', 'Tengo una caja llena de trozos rotos. ¿Jueves?'),
            reply('tomas', '28m', 'Jueves.'),
          ],
        },
      ),
      comment(
        'june',
        '2h',
        'The theory about finding your way in the dark is the most beautiful thing I have read this week.',
        { likes: 1 },
      ),
      comment('vera', '4h', 'El del comedor es un tablero disfrazado. Cuento 8×8 si entornas los ojos.'),
    ],
  },
  {
    key: 'faro',
    at: '-6d 22:05',
    by: 'ines',
    text: 'El farero jubilado nos dejó subir. 124 escalones, tres descansos, una historia de naufragios por descanso. La linterna sigue encendiéndose sola a la misma hora; él sube igual, «por si se olvida».',
    tags: ['mar', 'faro', 'noche'],
    place: 'Faro de Punta Nadie',
    pictures: [picture('lighthouse', 'landscape', 'nadie'), picture('eveningLighthouse', 'portrait', 'nadie')],
    likes: 5,
    comments: [
      comment('bruno', '1h', '¿Se puede dormir arriba?', {
        replies: [reply('ines', '80m', 'Se puede no dormir arriba. Gira.', 1)],
      }),
      comment('nadia', '2h', 'Con todo el cariño a los faros: ¡la contaminación lumínica!'),
    ],
  },
  {
    key: 'libro',
    at: '-6d 16:00',
    by: 'vera',
    text: 'Terminado. Lloré en el 38.',
    tags: ['lecturas'],
    likes: 2,
    comments: [
      comment('june', '1h', 'Page, chapter or bus?', {
        likes: 2,
        replies: [reply('vera', '75m', 'Autobús. Delante de todo el mundo.', 1)],
      }),
    ],
  },
  {
    key: 'desierto',
    at: '-5d 13:25',
    by: 'gael',
    text: 'Semana rara: cambié la bici por los pies y el asfalto por arena. Tres cosas que no sabía: la duna siempre es más alta de lo que parece, la arena fría de la mañana es el mejor colchón, y el silencio también cansa.',
    tags: ['viaje', 'desierto'],
    place: 'Mar de Arena',
    pictures: [
      picture('dunes', 'landscape', 'mediodia'),
      picture('duskDunes', 'landscape', 'ultima-luz'),
      picture('desertTrails', 'landscape', 'arena'),
    ],
    likes: 5,
    comments: [
      comment('bruno', '20m', 'La tercera está hecha con paciencia. ¿Cuánto rato?', {
        replies: [reply('gael', '45m', 'Hora y media. Me dormí a los diez minutos; la cámara no.', 1)],
      }),
      comment('yun', '3h', '星星像唱片一样。', {
        replies: [reply('yun', '190m', '(«Las estrellas como un disco.»)')],
      }),
    ],
  },
  {
    key: 'trueque',
    at: '-4d 10:00',
    by: 'olmo',
    text: 'Este domingo, trueque en la plaza del Molino: semillas, esquejes, libros y lo que sepáis hacer. No hay dinero ni etiquetas; si algo os gusta, preguntad qué falta.\n\nYo llevo 14 esquejes de poto (sí, otra vez) y necesito tierra, una lámpara y alguien que me explique la declaración de la renta.',
    tags: ['trueque', 'barrio'],
    place: 'Plaza del Molino',
    pictures: [picture('houses', 'landscape', 'trueque')],
    likes: 4,
    comments: [
      comment('rita', '9m', 'Cambio dos hogazas por un poto que sobreviva a mi cocina.', {
        replies: [reply('olmo', '15m', 'Sobreviven a los pisos de estudiantes. A tu horno, no prometo.')],
      }),
      comment('pablo', '1h', 'Lo de la renta te lo explico yo si me dejas la lámpara.'),
      comment('tomas', '5h', 'Llevo macetas con taras. Taras bonitas.'),
    ],
  },
  {
    key: 'night-market',
    at: '-3d 21:45',
    by: 'june',
    text: 'Every bridge in this town has a musician and every musician has a dog. I followed the lamps all the way to the old mill and came home with someone else’s umbrella. If it is yours: it is green, it is safe, it likes me now.',
    tags: ['night', 'english'],
    place: 'Puente Viejo',
    pictures: [picture('riverside', 'landscape', 'puente')],
    likes: 4,
    comments: [
      comment('pablo', '20m', '¡El mío! Quédatelo, ya tiene otra vida.', {
        likes: 1,
        replies: [reply('june', '33m', 'We will visit on Sundays.')],
      }),
      comment('gael', '2h', 'El perro del acordeonista se llama Fa. El otro, Sol.'),
    ],
  },
  {
    key: 'aurora',
    at: '-2d 08:40',
    by: 'bruno',
    text: 'Llevaba once años queriendo ver esto. Anoche, a las dos y diez, con los calcetines mojados y el hornillo roto, salió. No tengo nada inteligente que decir.',
    tags: ['aurora', 'norte', 'noche'],
    place: 'Lago de los Alces Quietos',
    pictures: [picture('aurora', 'landscape', 'alces'), picture('aurora', 'portrait', 'reflejo')],
    likes: 5,
    comments: [
      comment('nadia', '5m', 'AAAAAAAAA.', {
        likes: 2,
        replies: [reply('nadia', '9m', 'Perdón. Enhorabuena. Once años. AAAAA.', 1)],
      }),
      comment('ines', '40m', 'Y aun así se nota el calcetín mojado en el encuadre.'),
      comment('lucia', '2h', 'A veces «no tengo nada inteligente que decir» es justo lo inteligente.', { likes: 1 }),
    ],
  },
  {
    key: 'silencio',
    at: '-1d 09:20',
    by: 'tomas',
    text: 'Horno abierto. No pregunten.',
    tags: ['ceramica'],
    likes: 3,
    dislikes: 1,
    comments: [
      comment('lucia', '3m', '¿Tan mal?', {
        replies: [reply('tomas', '7m', 'Tan bien. Estoy disimulando.', 2)],
      }),
    ],
  },
  {
    key: 'lento',
    at: '-7h',
    by: 'yun',
    text: '慢慢来，比较快。\n\n«Despacio se llega antes.» Me lo decía mi abuelo cuando yo corría con la sopa. Hoy lo escribí en la puerta de la nevera, al lado de la lista de la compra.',
    tags: ['palabras'],
    pictures: [picture('veils', 'landscape', 'abuelo')],
    likes: 3,
    comments: [
      comment('rita', '30m', 'Se lo voy a decir a la masa madre.'),
      comment('bruno', '1h', 'Es el lema de la tribu de la montaña y no lo sabíamos.'),
    ],
  },
  {
    key: 'vuelta',
    at: '-95m',
    by: 'gael',
    text: 'Salí a por pan. Cincuenta y dos kilómetros después, he vuelto con pan.',
    tags: ['bici', 'pan'],
    place: 'Valle Hondo',
    pictures: [picture('summerRoad', 'landscape', 'pan')],
    likes: 4,
    comments: [
      comment('rita', '8m', '¿Y está bueno, al menos?', {
        replies: [reply('gael', '15m', 'Me lo comí en el kilómetro treinta. Este es otro.', 2)],
      }),
      comment('pablo', '35m', 'Esto responde a lo del bocadillo.'),
    ],
  },
];

export const homininiVibes: readonly StoryVibe[] = [
  {
    key: 'vibe-hoguera',
    at: '-5d 23:30',
    by: 'lucia',
    text: 'Última brasa, primera canción.',
    mood: 'chill',
    picture: picture('campfire', 'tall', 'brasa'),
    sparkles: 6,
    hearts: 5,
  },
  {
    key: 'vibe-aurora',
    at: '-2d 08:50',
    by: 'bruno',
    text: 'Once años esperando.',
    mood: 'epic',
    picture: picture('aurora', 'tall', 'once'),
    sparkles: 7,
    hearts: 6,
  },
  {
    key: 'vibe-ciudad',
    at: '-1d 22:15',
    by: 'vera',
    text: 'La hora en que todos encienden la luz.',
    mood: 'electronic',
    picture: picture('skyline', 'tall', 'luces'),
    sparkles: 5,
    hearts: 3,
  },
  {
    key: 'vibe-velo',
    at: '-3h',
    by: 'yun',
    text: '光。Luz.',
    mood: 'ambient',
    picture: picture('veils', 'tall', 'seda'),
    sparkles: 4,
    hearts: 4,
  },
];
