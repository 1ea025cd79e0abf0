import type { DemoWorld } from './founding-events.ts';
import { type Picture, picture } from './pictures.ts';
import { type Act, timeOf } from './timeline.ts';

/** The landing page for visitors, saved by the administrator. */

interface DemoSlide {
  title: string;
  description: string;
  gradient: string;
  /** Absent: a slide of its colours only. */
  picture?: Picture;
  enabled?: false;
}

/** All empty, so that the page greets each visitor in their language. */
export const hero = { title: '', subtitle: '' };

export const slides: readonly DemoSlide[] = [
  {
    title: 'La noche es larga',
    description: 'En hominini cabe todo el mundo: se lee sin cuenta y se habla sin prisa.',
    gradient: 'ember',
    picture: picture('campfire', 'portrait', 'portada-fuego'),
  },
  {
    title: 'Sendas que se dibujan a mano',
    description: 'Senda Larga cambia rutas, refugios y el parte de quien más madruga.',
    gradient: 'dusk',
    picture: picture('dawnRange', 'portrait', 'portada-senda'),
  },
  {
    title: 'El cielo, desde la azotea',
    description: 'Cielo Raso sale con mantas y telescopio cada noche sin nubes.',
    gradient: 'night',
    picture: picture('starTrails', 'portrait', 'portada-cielo'),
  },
  {
    title: 'Pan que espera',
    description: 'En Fogón Lento las masas duermen dos noches y nadie se va sin probar.',
    gradient: 'clay',
    picture: picture('bakery', 'portrait', 'portada-pan'),
  },
  {
    title: 'Feria de verano',
    description: 'Volverá en junio.',
    gradient: 'forest',
    enabled: false,
  },
];

export function landingActs({ clients, pictureWorker, now }: DemoWorld): Act[] {
  const upload = async (drawn: Picture): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([await pictureWorker.take(drawn)], { type: 'image/jpeg' }), `${drawn.seed}.jpg`);
    const { api } = clients.person('admin');
    return (await api.postForm<{ url: string }>('admin/landing-content/upload', form, `landing:${drawn.seed}`)).url;
  };
  const play = async (): Promise<void> => {
    const items: object[] = [];
    for (const [order, { picture: drawn, ...slide }] of slides.entries())
      items.push({ ...slide, order, ...(drawn && { mediaUrl: await upload(drawn) }) });
    await clients.person('admin').api.put<void>('admin/landing-content', { hero, items });
  };
  const pictures = slides.flatMap(({ picture: drawn }) => drawn ?? []);
  return [{ at: timeOf('-1d 11:30', now), name: 'settings:landing', play, pictures }];
}
