import { expect, it } from 'vitest';
import { findCostlySelectors } from './selector-costs.ts';

it.each([
  '.grid:has(>.wide)>.main>:first-child',
  '.page:has([data-theater]) .text>:not(figure)',
  'body:has(.chat) *',
  '.a,.page:has(.b) :nth-child(2n+1)',
  '.grid:has(.a)>:not(:is(.b,.c))',
  '.grid:has(.a)>:is(*,.b)',
  ':where(.grid:has(.a)>*)',
  '.grid:has(.a) :lang(en)',
  '&>:first-child',
])('%s is costly', (selector) => {
  expect(findCostlySelectors(`.a{color:red}${selector}{color:red}`)).toEqual([selector.replace(/^\.a,/, '')]);
});

it.each([
  '.grid>:first-child',
  '.grid:has(>:first-child)>.main',
  '.facts>:has(+.reason)',
  'body:has(.chat) :is(.bar,.side)',
  '.choice:has(input:disabled) :is(input,label)',
  '.bubble:has(>.text:not([data-emoji])>p:last-child)>.text>p:last-child:after',
  '.a:not(:has(.b)),.c>:first-child',
  '.a:has(.b) .c:not(.d):hover::after',
  '.a:has(.b) :is(.c>.d,a):focus',
])('%s is not', (selector) => {
  expect(findCostlySelectors(`@media (width>=64rem){${selector}{color:red}}`)).toEqual([]);
});
