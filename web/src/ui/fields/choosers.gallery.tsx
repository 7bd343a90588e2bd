import { Avatar } from '../avatar.tsx';
import { Combobox, type ComboboxOption, MultiCombobox } from './combobox.tsx';
import { Select } from './select.tsx';

export const title = 'Select, Combobox';

const CATEGORIES = [
  { value: 'general', label: 'General' },
  { value: 'darkroom', label: 'Darkroom', note: 'Chemicals, paper, enlargers' },
  { value: 'show', label: 'Show your work' },
  { value: 'old', label: 'Archive', disabled: true },
];

const PEOPLE: ComboboxOption[] = ['Ada Byron', 'Grace Hopper', 'Émile Zola', 'Noor Khan', 'Li Wei'].map(
  (name) => ({
    value: name,
    label: name,
    note: `@${name.toLowerCase().replace(' ', '-')}`,
    icon: <Avatar name={name} id={name} size="sm" />,
  }),
);

export const states = {
  Select: () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <Select label="Category" options={CATEGORIES} defaultValue="darkroom" />
      <Select label="Sort by" options={CATEGORIES} hint="Applies to this visit." />
      <Select label="Needed" options={CATEGORIES} error="Choose a category." />
      <Select label="Off" options={CATEGORIES} disabled defaultValue="general" />
    </div>
  ),
  'Combobox, one': () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <Combobox label="New owner" options={PEOPLE} placeholder="Type a name" />
      <Combobox label="Chosen" options={PEOPLE} defaultValue={PEOPLE[1]} />
      <Combobox label="Searching" options={[]} onSearch={() => undefined} loading placeholder="Type a name" />
    </div>
  ),
  'Combobox, several': () => (
    <div className="grid max-w-md grid-cols-1">
      <MultiCombobox label="People in the group" options={PEOPLE} defaultValue={PEOPLE.slice(0, 2)} />
    </div>
  ),
};
