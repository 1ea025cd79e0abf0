import { useState } from 'react';
import { BackButton } from '../back-button.tsx';
import { Button } from '../button.tsx';
import { Chips } from '../chips.tsx';
import { TextLink } from '../link.tsx';
import { RichText } from '../rich-text.tsx';
import { Stepper } from '../stepper.tsx';
import { Tabs } from '../tabs.tsx';
import { Sample, Section } from './section.tsx';

const steps = [
  { id: 'picture', label: 'Imagen' },
  { id: 'filters', label: 'Filtros' },
  { id: 'text', label: 'Texto' },
  { id: 'publish', label: 'Publicar' },
];

export function NavigationSamples() {
  const [tab, setTab] = useState<'posts' | 'people' | 'settings'>('posts');
  const [step, setStep] = useState('text');
  return (
    <Section title="Moving about">
      <Sample title="Tabs">
        <Tabs
          label="Partes"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'posts', label: 'Posts', count: 1204, content: <p className="text-small">Los posts.</p> },
            { value: 'people', label: 'Personas', count: 38, content: <p className="text-small">Las personas.</p> },
            { value: 'settings', label: 'Ajustes', content: <p className="text-small">Los ajustes.</p> },
          ]}
        />
      </Sample>
      <Sample title="Chips">
        <Chips
          label="Qué se muestra"
          options={[
            { value: 'posts', label: 'Posts' },
            { value: 'people', label: 'Personas' },
            { value: 'settings', label: 'Ajustes' },
          ]}
          value={tab}
          onChange={setTab}
        />
      </Sample>
      <Sample title="Stepper">
        <Stepper label="Crear" steps={steps} current={step} onStep={setStep} />
        <Button size="sm" onClick={() => setStep('publish')} className="justify-self-start">
          Siguiente
        </Button>
      </Sample>
      <Sample title="BackButton, TextLink, RichText">
        <div className="flex flex-wrap items-center gap-4">
          <BackButton fallback="/gallery.html" />
          <BackButton fallback="/gallery.html" iconOnly />
          <TextLink to="?page=2">Un enlace</TextLink>
          <p className="text-small">
            <RichText text="Acepto las <rules>normas</rules>." elements={{ rules: <TextLink to="?page=3" /> }} />
          </p>
        </div>
      </Sample>
    </Section>
  );
}
