import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Checkbox, RadioGroup, Switch } from './choice.tsx';
import { MultiCombobox } from './combobox.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

/** Returns the texts that describe a control, in reading order. */
function descriptionsOf(control: HTMLElement): (string | null | undefined)[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent);
}

describe('TextField', () => {
  it('connects label, error and hint to the input', () => {
    const { rerender } = render(<TextField label="Email" hint="We write rarely." />);
    const input = screen.getByLabelText('Email');
    expect(descriptionsOf(input)).toEqual(['We write rarely.']);
    expect(input.getAttribute('aria-invalid')).toBeNull();
    rerender(<TextField label="Email" hint="We write rarely." error="Not an address." />);
    expect(descriptionsOf(input)).toEqual(['Not an address.', 'We write rarely.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Not an address.').closest('[aria-live]')?.getAttribute('aria-live')).toBe(
      'polite',
    );
  });

  it('shows and hides a password without losing it', async () => {
    render(<TextField label="Password" type="password" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    await userEvent.type(input, 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect([input.type, input.value]).toEqual(['text', 'secret']);
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });
});

describe('Other fields', () => {
  it('connect their labels and errors too', () => {
    render(
      <>
        <TextArea label="About" error="Too long." />
        <Checkbox label="Agree" error="Agree to go on." />
        <Select label="Category" error="Choose one." options={[{ value: 'a', label: 'A' }]} />
        <MultiCombobox label="Members" error="Add someone." options={[]} />
      </>,
    );
    expect(descriptionsOf(screen.getByRole('textbox', { name: 'About' }))).toEqual(['Too long.']);
    expect(descriptionsOf(screen.getByRole('checkbox', { name: 'Agree' }))).toEqual(['Agree to go on.']);
    expect(descriptionsOf(screen.getByRole('combobox', { name: /Category/ }))).toEqual(['Choose one.']);
    expect(descriptionsOf(screen.getByRole('combobox', { name: 'Members' }))).toEqual(['Add someone.']);
  });

  it('renders Switch as a switch and selects radio buttons by label', async () => {
    const choose = vi.fn();
    render(
      <>
        <Switch label="Likes" defaultChecked />
        <RadioGroup
          label="Who"
          value="all"
          onChange={choose}
          options={[
            { value: 'all', label: 'Everyone' },
            { value: 'members', label: 'Members' },
          ]}
        />
      </>,
    );
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Likes' }).checked).toBe(true);
    await userEvent.click(screen.getByText('Members'));
    expect(choose.mock.calls).toEqual([['members']]);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Everyone' }).checked).toBe(true);
  });

  it('opens Select and selects with the keyboard', async () => {
    const choose = vi.fn();
    render(
      <Select
        label="Category"
        onChange={choose}
        options={[
          { value: 'a', label: 'Alpha' },
          { value: 'b', label: 'Beta' },
        ]}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('option', { name: 'Beta' });
    await userEvent.keyboard('b{Enter}');
    await vi.waitFor(() => expect(choose.mock.calls).toEqual([['b']]));
  });
});
