import { paths } from '../../../lib/paths.ts';
import type { TextContent, TextName } from '../text.ts';

export const texts: Record<TextName, TextContent> = {
  about: {
    lead: 'Tribus es un sitio para juntarse alrededor de lo que a cada cual le mueve.',
    sections: [
      {
        title: 'La idea',
        blocks: [
          'Cuando varias personas se sientan alrededor de un fuego, nadie tiene que gritar para que le escuchen. Eso queremos: grupos con un tema, gente que se reconoce y conversaciones que no se pierden en un río sin fin.',
          'A esos grupos los llamamos tribus. Las hay abiertas, a las que se entra sin pedir permiso, y privadas, en las que alguien de dentro te abre la puerta.',
        ],
      },
      {
        title: 'Qué se hace aquí',
        blocks: [
          [
            'Publicar textos e imágenes, comentar y reaccionar.',
            'Contar una historia corta en un vibe.',
            'Charlar con tu tribu y escribir en privado a quien comparte tribu contigo.',
            'Ganar puntos por lo que aportas y subir de nivel, de Principiante a Guru.',
          ],
        ],
      },
      {
        title: 'Lo que no hacemos',
        blocks: [
          'No vendemos tus datos. No ordenamos lo que ves para que te quedes más rato: lo nuevo va primero. Y nadie de fuera lee lo que se cuenta en una tribu privada.',
        ],
      },
      {
        title: 'Hominini',
        blocks: [
          'Hominini es la tribu de todo el mundo: cualquiera puede leerla, también sin cuenta. Al registrarte ya estás dentro.',
        ],
      },
    ],
  },
  help: {
    lead: 'Lo que más nos preguntan, en pocas palabras.',
    sections: [
      {
        title: 'Entrar en una tribu',
        blocks: [
          'En Tribus encuentras todas las tribus y un buscador. Si la tribu es abierta, pulsa Unirse y ya estás. Si pide aprobación, tu solicitud llega a quienes la llevan, y te avisaremos cuando respondan.',
        ],
      },
      {
        title: 'Crear una tribu',
        blocks: [
          'Cada persona puede crear hasta tres. Elige un nombre, cuenta de qué va, añade etiquetas y, si quieres, una imagen. Sin imagen, la tribu recibe un dibujo que no se parece al de ninguna otra.',
        ],
      },
      {
        title: 'Publicar y corregir',
        blocks: [
          'Puedes publicar texto y hasta seis imágenes. Tienes ocho horas para corregir el texto; borrar puedes siempre.',
        ],
      },
      {
        title: 'Puntos y niveles',
        blocks: [
          'Ganas puntos cuando publicas, comentas o recibes me gusta. En cada tribu tienes tu propio nivel: Principiante, Junior, Senior, Master y Guru.',
          'Es posible que no veas quién es una persona de nivel superior al tuyo: así cada cual decide con quién se muestra.',
        ],
      },
      {
        title: 'Atajos',
        blocks: [
          [
            'Ctrl + K (⌘ + K en Mac): ir a cualquier tribu o página.',
            'Escape: cerrar lo que esté abierto.',
            'Flechas: pasar las imágenes.',
          ],
        ],
      },
    ],
  },
  privacy: {
    lead: 'Qué guardamos de ti, para qué, y cómo deja de estar.',
    updated: '2026-11-28',
    sections: [
      {
        title: 'Qué guardamos',
        blocks: [
          [
            'Tu correo y tu contraseña. La contraseña se guarda cifrada de forma que ni nosotros podemos leerla.',
            'Lo que publicas, comentas y escribes, y las tribus a las que perteneces.',
            'Lo que cuentas en tu perfil, y quién puede ver cada cosa.',
            'Tus sesiones y, durante 90 días, tus inicios de sesión: cuándo, con qué navegador y si era tu red de siempre. De la red guardamos una marca, no la dirección.',
            'Lo que nos escribes desde la página de contacto, para contestarte.',
            'Si borras tu cuenta estando en silencio o suspendida: una marca de tu correo y de tu acceso de Google, con el motivo y la fecha de fin, hasta esa fecha y un año como mucho. De la marca no se puede sacar el correo.',
          ],
        ],
      },
      {
        title: 'Los registros',
        blocks: [
          'Los registros técnicos dicen qué se pidió, cuándo y desde qué cuenta. No contienen lo que escribes, ni contraseñas, ni tu dirección de red.',
          'Lo que hacen quienes administran o moderan, los cambios de acceso a tu cuenta y los inicios de sesión fallidos quedan anotados durante un año, para poder aclarar abusos.',
        ],
      },
      {
        title: 'Quién lo ve',
        blocks: [
          'Lo que publicas en una tribu lo ven sus miembros; en hominini, cualquiera. Los mensajes privados los veis tú y la otra persona. Tu correo lo ven solo quienes administran el sitio y quienes llevan una tribu en la que estás.',
        ],
      },
      {
        title: 'Las imágenes',
        blocks: ['De cada imagen quitamos los datos ocultos, también el lugar donde se tomó, antes de guardarla.'],
      },
      {
        title: 'Los anuncios',
        blocks: [
          'Los anuncios vienen apagados. Si quien administra el sitio los enciende, se cargan en un marco aparte, y la red que los sirve recibe tu dirección de red y qué navegador usas. No recibe lo que escribes ni quién eres.',
        ],
      },
      {
        title: 'Tus derechos',
        blocks: [
          'Puedes corregir tus datos en tu perfil, descargar una copia desde tu cuenta y borrar la cuenta en tu perfil, sin pedírselo a nadie. La copia es un archivo zip; te avisamos cuando está lista, y su enlace dura 48 horas.',
          'Si no puedes entrar, escríbenos desde la página de contacto.',
        ],
        links: [{ to: paths.dataDeletion, text: 'Cómo borrar tus datos' }],
      },
      { title: 'Menores', blocks: ['Para usar Tribus debes tener al menos 13 años.'] },
    ],
  },
  cookies: {
    lead: 'Solo dos cookies, y ninguna sirve para seguirte. Aquí está todo lo que tu navegador guarda por nosotros.',
    updated: '2026-11-22',
    sections: [
      {
        title: 'Las dos cookies',
        blocks: [
          [
            'tribus_device: llega cuando entras o te registras y dura 180 días. Reconoce este dispositivo, para que los intentos fallidos de otros no te cierren la puerta. Solo se envía al iniciar sesión.',
            'tribus_oauth: llega cuando pulsas el botón de Google y dura diez minutos. Comprueba que quien vuelve de Google eres tú.',
          ],
          'Ninguna página puede leerlas, tampoco la nuestra, y ninguna abre tu cuenta por sí sola.',
        ],
      },
      {
        title: 'En este dispositivo',
        blocks: [
          [
            'Tu sesión, para que no tengas que entrar cada vez.',
            'El tema y el idioma que elegiste.',
            'La página a la que ibas, para llevarte a ella cuando entres.',
            'Lo que empezaste a escribir y aún no has enviado, y la última tribu de la que viste vibes.',
          ],
          'Nada de esto sirve para seguirte por otras páginas. Al cerrar sesión, la sesión se borra del dispositivo.',
        ],
      },
    ],
  },
  dataDeletion: {
    lead: 'Cómo borrar tu cuenta y lo que hay en ella, y qué queda después.',
    updated: '2026-11-27',
    sections: [
      {
        title: 'Desde tu perfil',
        blocks: [
          'No hace falta pedírselo a nadie:',
          [
            'Entra, abre tu perfil y pulsa Editar perfil.',
            'Abajo del todo, en Eliminar tu cuenta, pulsa Eliminar mi cuenta.',
            'Escribe ELIMINAR y tu contraseña, si tienes una, y confirma una última vez.',
          ],
          'Si quieres quedarte con lo tuyo, descarga antes una copia de tus datos desde tu cuenta.',
        ],
        links: [{ to: paths.profile, text: 'Ir a tu perfil' }],
      },
      {
        title: 'Qué se borra',
        blocks: [
          'En un minuto, y para siempre:',
          [
            'Tu cuenta: correo, contraseña, llaves de acceso y sesiones.',
            'Tu perfil, tu avatar y tus fotos.',
            'Tus publicaciones con sus imágenes, tus comentarios y tus reacciones.',
            'Tus tareas, tus puntos, tus notificaciones, a quién sigues y quién te sigue.',
            'Lo que nos escribiste desde la página de contacto con tu sesión abierta, o con tu correo si lo confirmaste.',
          ],
          'Las tribus que llevas pasan a quien más tiempo lleve en ellas, o se borran si estás a solas.',
        ],
      },
      {
        title: 'Qué queda, sin tu nombre',
        blocks: [
          [
            'Los mensajes que escribiste a otras personas y en el chat de una tribu, como de una cuenta eliminada.',
            'El hueco, sin texto, de un comentario al que otros respondieron.',
            'Si la cuenta estaba en silencio o suspendida: una marca de tu correo y de tu acceso de Google, de la que no se pueden sacar, hasta que eso termine y un año como mucho. Una cuenta nueva tuya empieza igual, y puedes pedir que lo revisemos.',
            'Durante un año, las anotaciones del registro de administración, con un número en lugar de tu nombre.',
          ],
        ],
      },
      {
        title: 'Si no puedes entrar',
        blocks: [
          'Primero prueba a recuperar la contraseña con tu correo. Si tampoco así, escríbenos desde la página de contacto con el correo de la cuenta y pide que la borremos. Te contestaremos a ese correo en 24-48 horas y, cuando confirmes que es tuyo, la borraremos.',
        ],
        links: [{ to: paths.forgotPassword, text: 'Recuperar la contraseña' }],
      },
    ],
  },
  terms: {
    lead: 'Las reglas del fuego. Al crear una cuenta las aceptas.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'Quién puede estar',
        blocks: [
          'Personas de 13 años o más, con una cuenta propia. Lo que se hace con tu cuenta es cosa tuya: no compartas tu contraseña.',
        ],
      },
      {
        title: 'Cómo nos tratamos',
        blocks: [
          'Di lo que piensas sin hacer daño. No se admite:',
          [
            'El acoso, las amenazas ni el odio hacia nadie por lo que es.',
            'El contenido sexual explícito ni la violencia gratuita.',
            'El engaño a sabiendas, el correo basura ni publicar lo que es de otros sin permiso.',
          ],
        ],
      },
      {
        title: 'Lo que publicas',
        blocks: [
          'Sigue siendo tuyo. Nos permites guardarlo y mostrarlo a quien corresponde según la tribu, y nada más. Cuando lo borras, dejamos de hacerlo.',
        ],
      },
      {
        title: 'Quién modera',
        blocks: [
          'Cada tribu la moderan la persona propietaria y su equipo de moderación: pueden retirar publicaciones y sacar a quien no respete las reglas. Quienes administran el sitio pueden hacerlo en todas.',
        ],
      },
      {
        title: 'Lo que no podemos prometer',
        blocks: [
          'Ponemos cuidado en que Tribus funcione siempre, pero puede fallar. Guarda una copia de lo que no quieras perder.',
        ],
      },
    ],
  },
};
