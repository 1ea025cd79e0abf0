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
    updated: '2026-11-01',
    sections: [
      {
        title: 'Qué guardamos',
        blocks: [
          [
            'Tu correo y tu contraseña. La contraseña se guarda cifrada de forma que ni nosotros podemos leerla.',
            'Lo que publicas, comentas y escribes, y las tribus a las que perteneces.',
            'Cuándo entraste por última vez y desde qué navegador, para que puedas ver y cerrar tus sesiones.',
          ],
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
        title: 'Tus derechos',
        blocks: [
          'Puedes pedirnos una copia de tus datos, corregirlos o borrarlos escribiendo a hola@tribus.test. Al borrar una cuenta desaparecen tus publicaciones y comentarios.',
        ],
      },
      { title: 'Menores', blocks: ['Para usar Tribus debes tener al menos 13 años.'] },
    ],
  },
  cookies: {
    lead: 'No usamos cookies. Esto es lo que tu navegador guarda por nosotros.',
    updated: '2026-11-01',
    sections: [
      {
        title: 'En este dispositivo',
        blocks: [
          [
            'Tu sesión, para que no tengas que entrar cada vez.',
            'El tema y el idioma que elegiste.',
            'La última página que visitaste, hasta que cierres la pestaña.',
          ],
          'Nada de esto sirve para seguirte por otras páginas. Al cerrar sesión, la sesión se borra del dispositivo.',
        ],
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
          'Cada tribu la cuidan quien la creó y sus moderadores: pueden retirar publicaciones y sacar a quien no respete las reglas. Quienes administran el sitio pueden hacerlo en todas.',
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
