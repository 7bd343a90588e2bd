import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { animateAdditions } from './animate-additions.ts';

const motion = vi.hoisted(() => ({ isReduced: false }));
vi.mock('#web/ui/theme/reduced-motion.ts', () => ({ prefersReducedMotion: () => motion.isReduced }));

const animated: string[] = [];
const list = document.createElement('div');
let stop = () => {};
beforeEach(() => {
  motion.isReduced = false;
  animated.length = 0;
  list.innerHTML = '<ol><li data-item>old</li></ol>';
  HTMLElement.prototype.animate = function animate(this: HTMLElement) {
    animated.push(this.textContent ?? '');
    return {} as Animation;
  };
  stop = animateAdditions(list);
});
afterEach(() => stop());
const add = async (html: string) => {
  list.insertAdjacentHTML('beforeend', html);
  await Promise.resolve();
};

it('animates added items, also inside what is added, and nothing else', async () => {
  await add('<li data-item>new</li>');
  await add('<ol><li data-item>group</li></ol>');
  await add('<p>text</p>');
  expect(animated).toEqual(['new', 'group']);
});

it('does not animate an item that replaces another one', async () => {
  list.querySelector('li')?.remove();
  await add('<li data-item>confirmed</li>');
  expect(animated).toEqual([]);
});

it('does not animate a loaded page', async () => {
  await add('<li data-item>new</li>'.repeat(5));
  expect(animated).toEqual([]);
});

it('does not animate when people prefer less motion, or after it was stopped', async () => {
  motion.isReduced = true;
  await add('<li data-item>new</li>');
  motion.isReduced = false;
  stop();
  await add('<li data-item>new</li>');
  expect(animated).toEqual([]);
});
