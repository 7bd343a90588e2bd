import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DateField, TimeField } from './date-field.tsx';

const media = vi.hoisted(() => ({ isTouch: false }));
vi.mock('../use-media-query.ts', () => ({ useMediaQuery: () => media.isTouch }));
afterEach(() => {
  cleanup();
  media.isTouch = false;
});

const onChange = vi.fn();
const onCommit = vi.fn();
function Form({ day = '2026-11-22', clock = '18:30' }: { day?: string; clock?: string }) {
  const [values, setValues] = useState({ day, clock });
  const set = (changed: Partial<typeof values>) => {
    onChange(Object.values(changed)[0]);
    setValues({ ...values, ...changed });
  };
  return (
    <>
      <DateField label="Day" value={values.day} min="2026-11-01" onChange={(next) => set({ day: next })} />
      <TimeField
        label="Time"
        value={values.clock}
        onChange={(next) => set({ clock: next })}
        onCommit={onCommit}
      />
    </>
  );
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
function show(values = {}) {
  onChange.mockReset();
  onCommit.mockReset();
  render(<Form {...values} />);
}

it("shows the value in the page's format, and reads what is typed when it's complete", async () => {
  show();
  expect(field('Day').value).toBe('11/22/2026');
  expect(field('Time').value).toMatch(/^6:30\sPM$/);
  await userEvent.clear(field('Day'));
  await userEvent.type(field('Day'), '12/24/2026');
  expect(onChange.mock.calls).toEqual([[''], ['2026-12-24']]);
});

it('reads a short form when it loses the focus or on Enter, and keeps the value for nonsense', async () => {
  show();
  await userEvent.clear(field('Time'));
  await userEvent.type(field('Time'), '9am');
  expect(onChange.mock.calls).toEqual([['']]);
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith('09:00');
  await userEvent.clear(field('Day'));
  await userEvent.type(field('Day'), '1/2/27{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('2027-01-02');
  const count = onChange.mock.calls.length;
  fireEvent.change(field('Day'), { target: { value: 'soon' } });
  fireEvent.blur(field('Day'));
  expect(onChange).toHaveBeenCalledTimes(count);
  expect(field('Day').value).toBe('01/02/2027');
});

it('goes on and back with the arrow keys', async () => {
  show();
  await userEvent.type(field('Day'), '{ArrowDown}');
  await userEvent.type(field('Time'), '{ArrowUp}');
  expect(onChange.mock.calls).toEqual([['2026-11-21'], ['18:45']]);
});

it("takes what is chosen in the browser's picker", () => {
  show();
  const native = document.querySelector<HTMLInputElement>('input[type="date"]');
  expect(native?.min).toBe('2026-11-01');
  if (native) native.showPicker = vi.fn();
  fireEvent.click(screen.getByRole('button', { name: 'Choose a date' }));
  expect(native?.showPicker).toHaveBeenCalledOnce();
  if (native) fireEvent.change(native, { target: { value: '2026-11-30' } });
  expect(field('Day').value).toBe('11/30/2026');
});

it("is the browser's field on touchscreens", () => {
  media.isTouch = true;
  show();
  expect(field('Day').type).toBe('date');
  expect(field('Day').value).toBe('2026-11-22');
  expect(field('Time').type).toBe('time');
});

it('that becomes the browser’s field is a new one, so that it never has a text which that refuses', () => {
  const { rerender } = render(<Form />);
  const before = field('Time');
  media.isTouch = true;
  rerender(<Form />);
  expect(field('Time')).not.toBe(before);
  expect(field('Time').value).toBe('18:30');
});

it('says when people have finished: not while they type, but once they leave it or press Enter', async () => {
  show();
  await userEvent.clear(field('Time'));
  await userEvent.type(field('Time'), '9:15 am');
  expect(onCommit).not.toHaveBeenCalled();
  await userEvent.type(field('Time'), '{Enter}');
  expect(onCommit.mock.calls).toEqual([['09:15']]);
  await userEvent.type(field('Time'), '{ArrowUp}{ArrowUp}');
  expect(onCommit).toHaveBeenCalledOnce();
  await userEvent.tab();
  expect(onCommit).toHaveBeenLastCalledWith('09:45');
});

it('has finished at once what is chosen in the picker, also on touchscreens, but not what is typed there', () => {
  show();
  const picker = document.querySelector<HTMLInputElement>('input[type="time"]') as HTMLInputElement;
  fireEvent.change(picker, { target: { value: '07:00' } });
  expect(onCommit.mock.calls).toEqual([['07:00']]);
  cleanup();
  media.isTouch = true;
  show();
  fireEvent.change(field('Time'), { target: { value: '08:00' } });
  expect(onCommit.mock.calls).toEqual([['08:00']]);
  fireEvent.keyDown(field('Time'), { key: '1' });
  fireEvent.change(field('Time'), { target: { value: '01:00' } });
  fireEvent.change(field('Time'), { target: { value: '12:00' } });
  expect(onCommit).toHaveBeenCalledOnce();
  expect(field('Time').value).toBe('12:00');
  fireEvent.blur(field('Time'));
  expect(onCommit.mock.calls).toEqual([['08:00'], ['12:00']]);
});
