import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Confirm } from '../dialog.tsx';
import { LazyMenu } from '../lazy-menu.tsx';
import { Lightbox } from '../lightbox.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '../menu.tsx';
import { MenuChoices } from '../menu-choices.tsx';
import { Sheet } from '../sheet.tsx';
import { toast } from '../toast.tsx';
import { Sample, Section } from './section.tsx';

type Overlay = 'confirm' | 'sheet';
const noAction = () => undefined;

export function OverlaySamples() {
  const [open, setOpen] = useState<Overlay | null>(null);
  const [picture, setPicture] = useState<number | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <Sample title="Menu, MenuChoices, LazyMenu, Confirm, Sheet, Lightbox, toast">
        <div className="flex flex-wrap gap-3">
          <SampleMenus />
          <Button onClick={() => setOpen('confirm')}>Confirm</Button>
          <Button onClick={() => setOpen('sheet')}>Sheet</Button>
          <Button onClick={() => setPicture(0)}>Lightbox</Button>
          <Button onClick={() => toast(() => 'Publicado', { tone: 'good' })}>toast</Button>
        </div>
      </Sample>
      <Confirm
        open={open === 'confirm'}
        title="¿Borrar la tribu?"
        text="Se pierden sus 1.204 posts."
        confirm="Borrar"
        onConfirm={close}
        onClose={close}
      />
      <Sheet open={open === 'sheet'} title="Detalles" onClose={close}>
        <p className="py-4 text-small">Un panel al lado.</p>
      </Sheet>
      <Lightbox
        pictures={[{ src: '/favicon.svg', alt: 'El fuego' }]}
        index={picture}
        onIndex={setPicture}
        onClose={() => setPicture(null)}
      />
    </Section>
  );
}

function SampleMenus() {
  return (
    <>
      <Menu trigger={<Button>Menu</Button>} align="start">
        <MenuLabel>Este post</MenuLabel>
        <MenuItem icon={<Pencil />} onSelect={noAction}>
          Editar
        </MenuItem>
        <MenuLink to="?page=2">Abrir</MenuLink>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={noAction}>
          Borrar
        </MenuItem>
      </Menu>
      <Menu trigger={<Button>MenuChoices</Button>}>
        <MenuChoices
          label="Modo lento"
          value="30"
          onChange={noAction}
          options={[
            { value: '0', label: 'Desactivado' },
            { value: '30', label: '30 segundos' },
          ]}
        />
      </Menu>
      <LazyMenu button={<Button>LazyMenu</Button>}>
        <Menu trigger={<Button>LazyMenu</Button>} defaultOpen>
          <MenuItem onSelect={noAction}>Editar</MenuItem>
        </Menu>
      </LazyMenu>
    </>
  );
}
