import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { sortedByIds } from '../../lib/sorted-by-ids.ts';
import { Board } from '../board/board.tsx';
import { Button } from '../button.tsx';
import { Dots } from '../dots.tsx';
import { DragList } from '../drag-list/drag-list.tsx';
import { DropButton } from '../files/drop-button.tsx';
import { FileDrop } from '../files/file-drop.tsx';
import { FileInput } from '../files/file-input.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { type PickedPicture, PictureGrid } from '../files/picture-grid.tsx';
import { type ProgressItem, ProgressList } from '../files/progress-list.tsx';
import { Slide } from '../slide.tsx';
import { SlideShow } from '../slide-show/slide-show.tsx';
import { PlaySign } from '../video/play-sign.tsx';
import { VideoPlayer } from '../video/video-player.tsx';
import { Sample, Section } from './section.tsx';

const imageRules = { types: ['image/jpeg', 'image/png', 'image/webp'], maxMb: 5, maxCount: 6 };
const csvRules = { types: ['.csv', 'text/csv'], maxMb: 2, maxCount: 1 };

const uploads: ProgressItem[] = [
  { id: 'a', name: 'hoguera.jpg', state: 'running', share: 0.42 },
  { id: 'b', name: 'un-nombre-de-archivo-larguísimo-que-no-cabe-en-una-línea-de-teléfono.mp4', state: 'waiting' },
  { id: 'c', name: 'senda.png', state: 'failed', problem: () => 'Se ha cortado la conexión.' },
  { id: 'd', name: 'balcón.webp', state: 'done' },
];

const slides = [
  { id: 'a', title: 'Aves', text: 'Arriba siempre pasa algo.', gradient: 'sea' },
  { id: 'b', title: 'Sendas', text: '', gradient: 'forest' },
] as const;
const slideLabels = {
  show: 'En portada',
  pause: 'Detener',
  play: 'Reproducir',
  go: (_slide: unknown, number: number) => `Ver ${number}`,
};

export function FileSamples() {
  return (
    <Section title="Files and order">
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Sample title="FileDrop">
          <FileDrop label="Elegir un CSV" rules={csvRules} onFiles={() => undefined} />
        </Sample>
        <Sample title="DropButton">
          <DropButtons />
        </Sample>
        <Sample title="FileInput">
          <Choice />
        </Sample>
        <Sample title="ProgressList">
          <Uploads />
        </Sample>
        <Sample title="PictureGrid">
          <Pictures />
        </Sample>
        <Sample title="PictureField">
          <Cover />
        </Sample>
        <Sample title="Slide">
          <Slide title="Ven" text="Hay sitio junto al fuego." gradient="dusk" className="aspect-4/3" />
        </Sample>
        <Sample title="SlideShow">
          <SlideShow slides={slides} labels={slideLabels} className="aspect-4/3" />
        </Sample>
        <Sample title="Dots">
          <Counted />
        </Sample>
        <Sample title="DragList">
          <Steps />
        </Sample>
      </div>
      <Sample title="Board">
        <Shelves />
      </Sample>
      <Sample title="VideoPlayer">
        <div className="grid max-w-xl grid-cols-2 gap-3">
          <VideoPlayer src="/fuego.webm" poster="" lqip={null} label="El fuego" className="aspect-video rounded-md" />
          <VideoPlayer src="" poster="" lqip={null} label="La noche" className="aspect-video rounded-md" />
        </div>
      </Sample>
      <Sample title="PlaySign">
        <div className="flex items-center gap-3">
          <PlaySign />
          <PlaySign tone="ember" />
        </div>
      </Sample>
    </Section>
  );
}

function DropButtons() {
  const about = { icon: <ImagePlus />, label: 'Añadir imágenes', rules: imageRules };
  return (
    <div className="grid grid-cols-[1fr_6rem_6rem] gap-2">
      <DropButton {...about} count={0} over={false} shape="tile" />
      <DropButton {...about} count={1} over shape="square" />
      <DropButton {...about} count={6} over={false} shape="square" />
    </div>
  );
}

function Choice() {
  const input = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState('Ninguno');
  return (
    <>
      <Button onClick={() => input.current?.click()}>Elegir archivos</Button>
      <FileInput
        ref={input}
        label="Elegir archivos"
        types={imageRules.types}
        multiple
        onFiles={(files) => setNames(files.map(({ name }) => name).join(', '))}
      />
      <p className="text-fg-muted text-small">{names}</p>
    </>
  );
}

function Uploads() {
  const [items, setItems] = useState(uploads);
  const remove = (id: string) => setItems(items.filter((item) => item.id !== id));
  const retry = (id: string) =>
    setItems(items.map((item) => (item.id === id ? { id, name: item.name, state: 'running', share: 0 } : item)));
  return <ProgressList label="Subidas" items={items} onCancel={remove} onRetry={retry} onDismiss={remove} />;
}

/** A square of one colour, as a picture that is on a server already. */
function square(id: string, colour: string): PickedPicture {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}" d="M0 0h9v9H0z"/></svg>`;
  return { id, source: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: id };
}

function Pictures() {
  const [pictures, setPictures] = useState([square('barro', 'sienna'), square('cielo', 'steelblue')]);
  return (
    <PictureGrid
      label="Imágenes"
      pictures={pictures}
      onRemove={(id) => setPictures(pictures.filter((picture) => picture.id !== id))}
      onReorder={(ids) => setPictures(sortedByIds(pictures, ids))}
    />
  );
}

function Cover() {
  const [file, setFile] = useState<File | null>(null);
  return (
    <PictureField
      label="Añadir portada"
      alt="Portada"
      file={file}
      url={null}
      rules={imageRules}
      problemText={(reason) => `No vale: ${reason}`}
      onPick={setFile}
    />
  );
}

function Counted() {
  const [shown, setShown] = useState(1);
  const nameOf = (index: number) => `Ver ${index + 1} de 5`;
  return (
    <div data-theme="dark" className="relative aspect-4/3 rounded-md bg-sunken">
      <Dots count={5} shown={shown} label="Imágenes" nameOf={nameOf} onShow={setShown} className="bottom-2" />
    </div>
  );
}

function Steps() {
  const [items, setItems] = useState(['Portada', 'Comunidad', 'Vibes', 'Preguntas frecuentes']);
  return (
    <DragList label="Secciones" items={items} itemId={(item) => item} itemName={(item) => item} onReorder={setItems}>
      {(item) => <span className="block truncate text-small">{item}</span>}
    </DragList>
  );
}

function Shelves() {
  const [shelves, setShelves] = useState<Record<string, string[]>>({
    Pan: ['Masa madre', 'Harina'],
    Sal: ['Fina'],
    Té: [],
  });
  return (
    <Board
      label="Estantes"
      heading="h3"
      columns={Object.entries(shelves).map(([id, names]) => ({
        id,
        title: id,
        cards: names.map((name) => ({ id: name, name, content: name })),
        empty: 'Nada todavía',
      }))}
      cardIds={() => new Map(Object.entries(shelves))}
      onMove={(id, { column, index }) =>
        setShelves(
          Object.fromEntries(
            Object.entries(shelves).map(([shelf, names]) => {
              const others = names.filter((name) => name !== id);
              return [shelf, shelf === column ? others.toSpliced(index, 0, id) : others];
            }),
          ),
        )
      }
      moveToText={(column) => `Mover a ${column}`}
      movedText={({ name, column, number, total }) => `${name} está ahora en ${column}, ${number} de ${total}`}
    />
  );
}
