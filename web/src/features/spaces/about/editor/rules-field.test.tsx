import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { Rule } from './about-edits.ts';
import { RulesField } from './rules-field.tsx';

afterEach(cleanup);

function Form() {
  const [rules, setRules] = useState<Rule[]>([{ id: 'r1', text: 'Be kind' }]);
  return <RulesField rules={rules} onChange={setRules} />;
}

it('wraps long rules, each of which is one paragraph, and adds the next with Enter', async () => {
  const user = userEvent.setup();
  render(<Form />);
  const first = screen.getByLabelText<HTMLTextAreaElement>('Rule 1');
  expect(first.tagName).toBe('TEXTAREA');
  await user.click(first);
  await user.paste(' and\n  patient');
  expect(first.value).toBe('Be kind and patient');
  await user.keyboard('{Enter}No ads');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Rule 2').value).toBe('No ads');
  expect(first.value).toBe('Be kind and patient');
});
