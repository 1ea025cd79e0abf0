import type { DemoWorld } from './founding-events.ts';
import type { Member } from './people.ts';
import { type Picture, picture } from './pictures.ts';
import { type Act, timeOf } from './timeline.ts';
import type { TribeKey } from './tribes.ts';

/** Pictures in the media of tribes, besides those of posts. */

interface DemoMedia {
  tribe: TribeKey;
  by: Member;
  at: string;
  picture: Picture;
  caption: string;
}

export const tribeMedia: readonly DemoMedia[] = [
  {
    tribe: 'fogon',
    by: 'lucia',
    at: '-10d 21:15',
    picture: picture('campfire', 'square', 'la-primera'),
    caption: 'La primera noche: cuatro sillas y un puchero',
  },
  {
    tribe: 'fogon',
    by: 'rita',
    at: '-6d 09:40',
    picture: picture('bakery', 'square', 'sabado'),
    caption: 'Mesa del sábado, antes de que llegarais',
  },
  { tribe: 'fogon', by: 'pablo', at: '-4d 10:05', picture: picture('breakfast', 'portrait', 'resaca'), caption: '' },
  {
    tribe: 'fogon',
    by: 'lucia',
    at: '-2d 20:30',
    picture: picture('houses', 'square', 'la-calle'),
    caption: 'La calle del horno',
  },
  {
    tribe: 'barro',
    by: 'tomas',
    at: '-8d 20:15',
    picture: picture('shelves', 'landscape', 'secadero'),
    caption: 'El secadero, lleno por primera vez',
  },
  {
    tribe: 'barro',
    by: 'rita',
    at: '-1d 20:05',
    picture: picture('vase', 'square', 'cuenco'),
    caption: 'Un cuenco que casi es un plato',
  },
];

export const tribeMediaActs = ({ clients, pictureWorker, now }: DemoWorld): Act[] =>
  tribeMedia.map(({ tribe, by, at, picture, caption }) => {
    const name = `media:${tribe}:${picture.seed}`;
    const play = async (): Promise<void> => {
      const form = new FormData();
      form.append('caption', caption);
      form.append('file', new Blob([await pictureWorker.take(picture)], { type: 'image/jpeg' }), `${picture.seed}.jpg`);
      const path = `tribes/${clients.tribe(tribe)}/media`;
      clients.add(name, (await clients.person(by).api.postForm<{ id: string }>(path, form, name)).id);
    };
    return { at: timeOf(at, now), name, play, pictures: [picture] };
  });
