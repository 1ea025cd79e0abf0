import type { LevelChange, NewChallenge } from '@tribus/tribes/api/levels.ts';
import type { z } from 'zod';
import type { Member } from './people.ts';
import { type Picture, picture } from './pictures.ts';
import type { TribeKey } from './tribes.ts';

/** Levels of one tribe, and its members' submissions. */

export const levelsTribe: TribeKey = 'fogon';

export interface DemoChallenge {
  /** Identifies the challenge within the demo's data. */
  key: string;
  input: z.input<typeof NewChallenge>;
}

/** One of the five levels of every tribe. */
export interface DemoLevel {
  input: z.input<typeof LevelChange>;
  challenges: readonly DemoChallenge[];
}

export const levels: readonly DemoLevel[] = [
  {
    input: { name: 'Aprendiz de brasa', description: 'Se llega con hambre y con ganas. Basta con eso.' },
    challenges: [],
  },
  {
    input: {
      name: 'Manos con harina',
      description: 'Sabes qué es una masa madre y por qué no le gusta la prisa.',
      minScore: 60,
      rewardPoints: 20,
    },
    challenges: [
      {
        key: 'masa',
        input: {
          type: 'quiz',
          title: 'Lo que hay que saber de una masa madre',
          maxScore: 30,
          data: {
            questions: [
              {
                prompt: '¿Qué le das de comer?',
                choices: ['Azúcar y paciencia', 'Harina y agua', 'Levadura de sobre', 'Sobras'],
              },
              {
                prompt: '¿Cuándo está lista para el pan?',
                choices: [
                  'Cuando huele a vinagre',
                  'Recién alimentada',
                  'En lo más alto de su subida',
                  'Cuando llueve',
                ],
              },
              { prompt: 'Duerme en la nevera. ¿Está muerta?', choices: ['No, descansa', 'Sí, y lo sabes'] },
            ],
          },
          answerKey: { answers: [1, 2, 0] },
        },
      },
    ],
  },
  {
    input: {
      name: 'Primera hogaza',
      description: 'Has sacado del horno algo que suena cuando se le llama a la puerta.',
      minScore: 50,
      rewardPoints: 50,
    },
    challenges: [
      {
        key: 'miga',
        input: {
          type: 'manual',
          title: 'Enseña la miga',
          prompt:
            'Una foto del corte y dos líneas: qué harina, cuánto reposo y qué harías distinto. Los ladrillos también cuentan.',
          maxScore: 10,
        },
      },
    ],
  },
  {
    input: {
      name: 'Quien da de comer',
      description: 'Has cocinado para otros, y han vuelto.',
      rewardPoints: 80,
    },
    challenges: [
      {
        key: 'mesa',
        input: {
          type: 'manual',
          title: 'Una mesa para seis',
          prompt: 'Cuenta a quién diste de comer, qué, y quién fregó.',
        },
      },
      {
        key: 'tiempos',
        input: {
          type: 'quiz',
          title: 'De cabeza',
          prompt:
            'Minutos de reposo de una carne asada, horas de remojo de los garbanzos, huevos de una tortilla para cuatro.',
          answerKey: { answers: [10, 12, 6] },
        },
      },
    ],
  },
  {
    input: { name: 'Guardián del fogón', description: 'Si se apaga, sabes encenderlo.', rewardPoints: 100 },
    challenges: [
      {
        key: 'relevo',
        input: {
          type: 'manual',
          title: 'Un sábado a tu cargo',
          prompt: 'Lleva la cocina un sábado entero y cuenta qué salió mal. Si no salió nada mal, cuenta la verdad.',
        },
      },
    ],
  },
];

export interface DemoSubmission {
  key: string;
  at: string;
  by: Member;
  challenge: string;
  answers?: readonly number[];
  text?: string;
  hint?: string;
  picture?: Picture;
  /** A one-page PDF, by its file name and lines. */
  document?: { name: string; lines: readonly string[] };
  /** Decision of the owner; pending when left out. */
  review?: { at: string; action: 'approve' | 'reject'; score?: number; note: string };
}

export const submissions: readonly DemoSubmission[] = [
  { key: 'rita-masa', at: '-10d 09:00', by: 'rita', challenge: 'masa', answers: [1, 2, 0] },
  { key: 'olmo-masa', at: '-10d 19:00', by: 'olmo', challenge: 'masa', answers: [1, 2, 0] },
  { key: 'june-masa', at: '-9d 17:00', by: 'june', challenge: 'masa', answers: [0, 2, 1] },
  { key: 'june-masa-otra', at: '-9d 17:10', by: 'june', challenge: 'masa', answers: [1, 2, 0] },
  { key: 'pablo-masa', at: '-8d 20:00', by: 'pablo', challenge: 'masa', answers: [1, 0, 0] },
  { key: 'yun-masa', at: '-8d 21:00', by: 'yun', challenge: 'masa', answers: [1, 2, 0] },
  { key: 'gael-masa', at: '-7d 12:00', by: 'gael', challenge: 'masa', answers: [3, 3, 1] },
  {
    key: 'olmo-miga',
    at: '-8d 10:00',
    by: 'olmo',
    challenge: 'miga',
    text: 'Trigo con una quinta parte de centeno, noche entera en frío. Haría lo mismo, pero con más testigos.',
    picture: picture('bakery', 'square', 'corte-de-olmo'),
    review: { at: '-8d 19:00', action: 'approve', score: 10, note: 'Suena hueca y se nota el centeno. Bienvenido.' },
  },
  {
    key: 'pablo-miga',
    at: '-6d 11:00',
    by: 'pablo',
    challenge: 'miga',
    text: 'Harina la que había. Reposo, poco. Distinto: todo.',
    review: {
      at: '-6d 20:00',
      action: 'reject',
      note: 'Eso es el ladrillo de la semana pasada. Prueba con una noche de nevera y vuelve: te falta muy poco.',
    },
  },
  {
    key: 'yun-miga',
    at: '-2d 16:00',
    by: 'yun',
    challenge: 'miga',
    text: 'Pan al vapor, mantou. No cruje: no tiene que crujir.',
    hint: '¿Vale si no es de horno?',
    picture: picture('vase', 'square', 'mesa-de-yun'),
  },
  {
    key: 'june-miga',
    at: '-1d 18:00',
    by: 'june',
    challenge: 'miga',
    text: 'Strong white flour, one impatient night. Next time I would sleep, too.',
    picture: picture('breakfast', 'landscape', 'sabado'),
  },
  {
    key: 'olmo-mesa',
    at: '-1d 13:00',
    by: 'olmo',
    challenge: 'mesa',
    text: 'Va el menú, con la lista de quién comió y quién fregó. Fregué yo.',
    document: {
      name: 'menu-para-seis.pdf',
      lines: ['Menu para seis', 'Sopa de ajo', 'Hogaza de centeno', 'Cebolletas del balcon', 'Fregar: Olmo'],
    },
  },
];
