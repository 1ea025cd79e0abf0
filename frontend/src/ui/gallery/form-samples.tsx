import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Button, ButtonLink } from '../button.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Choices } from '../choices.tsx';
import { Combobox } from '../combobox.tsx';
import { DateInput } from '../date-input.tsx';
import { FormError } from '../form-error.tsx';
import { IconButton } from '../icon-button.tsx';
import { Input } from '../input.tsx';
import { Select, type SelectOption } from '../select.tsx';
import { Switch } from '../switch.tsx';
import { Textarea } from '../textarea.tsx';
import { samplePeople } from './sample-people.ts';
import { Sample, Section } from './section.tsx';

const roles: SelectOption<'user' | 'admin'>[] = [
  { value: 'user', label: 'Persona' },
  { value: 'admin', label: 'Administración' },
];
const people: SelectOption<string>[] = samplePeople.map(({ id, name }) => ({ value: id, label: name }));

export function FormSamples() {
  const [role, setRole] = useState<'user' | 'admin' | null>(null);
  return (
    <Section title="Buttons and forms">
      <Sample title="Button, ButtonLink, IconButton">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" icon={<Plus />}>
            Primario
          </Button>
          <Button>Normal</Button>
          <Button variant="ghost">Discreto</Button>
          <Button variant="danger">Borrar</Button>
          <Button loading>Guardando</Button>
          <Button disabled>Apagado</Button>
          <ButtonLink to="?page=3">Enlace</ButtonLink>
          <IconButton label="Añadir" icon={<Plus />} dot />
        </div>
      </Sample>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Input label="Nombre" hint="Como quieres que te llamen" placeholder="Lucía" />
        <DateInput label="Desde" value="2026-03-21" onChange={() => undefined} />
        <Input label="Correo" error="Falta la arroba" defaultValue="lucia" />
        <Input label="Buscar" labelHidden icon={<Search />} placeholder="Buscar" />
        <Select label="Rol" options={roles} value={role} onChange={setRole} placeholder="Elige un rol" />
        <LocalCombobox />
        <AsyncCombobox />
        <Textarea label="Texto demasiado largo" limit={20} defaultValue="Alrededor del fuego y del agua." />
        <Textarea label="Descripción" counted limit={200} value="Alrededor del fuego." readOnly />
        <DayChoices />
        <div className="grid content-start gap-4">
          <Checkbox label="Acepto las normas" />
          <Checkbox label="Algunas de ellas" indeterminate defaultChecked={false} />
          <Switch label="Tribu privada" hint="Solo entra quien es invitado" />
          <FormError>No se ha podido guardar.</FormError>
        </div>
      </div>
    </Section>
  );
}

function DayChoices() {
  const [days, setDays] = useState<number | null>(7);
  return (
    <Choices
      name="days"
      legend="¿Cuánto tiempo?"
      values={[1, 7, null]}
      chosen={days}
      onChoose={setDays}
      text={(value) => (value === null ? 'Sin fecha de fin' : `${value} días`)}
    />
  );
}

function LocalCombobox() {
  const [value, setValue] = useState<SelectOption<string> | null>(null);
  return (
    <Combobox label="Persona" options={people} value={value} onChange={setValue} placeholder="Escribe un nombre" />
  );
}

/** Simulates a server: the options for the typed text are loaded. */
function AsyncCombobox() {
  const [value, setValue] = useState<SelectOption<string> | null>(people[0] ?? null);
  const [text, setText] = useState('');
  const found = people.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())).slice(0, 5);
  return <Combobox label="Persona (búsqueda)" options={found} value={value} onChange={setValue} onSearch={setText} />;
}
