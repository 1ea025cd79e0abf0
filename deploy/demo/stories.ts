import { balcon } from './stories/balcon.ts';
import { barro } from './stories/barro.ts';
import { cielo } from './stories/cielo.ts';
import { fogon } from './stories/fogon.ts';
import { homininiBegins } from './stories/hominini.ts';
import { homininiNow, homininiVibes } from './stories/hominini-now.ts';
import { senda } from './stories/senda.ts';
import { tablero } from './stories/tablero.ts';
import type { TribeStory } from './story.ts';

export const stories: readonly TribeStory[] = [
  { tribe: 'hominini', posts: [...homininiBegins, ...homininiNow], vibes: homininiVibes, chat: [] },
  fogon,
  senda,
  tablero,
  balcon,
  cielo,
  barro,
];
