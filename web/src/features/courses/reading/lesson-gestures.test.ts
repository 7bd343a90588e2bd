import { describe, expect, it } from 'vitest';
import { isTap, toCommand, toSwipe } from './lesson-gestures.ts';

const at = (x: number, y: number, time: number) => ({ x, y, time });
const start = at(200, 200, 0);

describe('A swipe', () => {
  it.each([
    ['left', at(150, 200, 300)],
    ['right', at(250, 249, 100)],
    [null, at(151, 200, 100)],
    [null, at(150, 200, 301)],
    [null, at(140, 265, 100)],
    [null, at(20, 300, 100)],
    ['left', at(20, 299, 100)],
  ])('is %s', (direction, end) => {
    expect(toSwipe(start, end)).toBe(direction);
  });
});

it('is a tap if the finger stays in its place for a short time', () => {
  expect(isTap(start, at(205, 205, 200))).toBe(true);
  expect(isTap(start, at(215, 200, 200))).toBe(false);
  expect(isTap(start, at(200, 200, 400))).toBe(false);
});

describe('A key of the lesson view', () => {
  const press = (key: string, element = '<p></p>', init: KeyboardEventInit = {}) => {
    document.body.innerHTML = element;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, ...init });
    document.body.querySelector('*')?.dispatchEvent(event);
    return toCommand(event);
  };

  it.each([
    ['Escape', 'close'],
    ['ArrowLeft', 'back'],
    ['ArrowRight', 'next'],
    ['ArrowDown', 'next'],
    ['ArrowUp', 'previous'],
    ['Enter', null],
  ])('%s means %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it.each([
    '<input>',
    '<textarea></textarea>',
    '<div contenteditable="true"></div>',
    '<video></video>',
    '<div role="menu"></div>',
  ])('has its own meaning in %s', (element) => {
    expect(press('ArrowRight', element)).toBeNull();
  });

  it('does nothing with a modifier', () => {
    expect(press('ArrowLeft', undefined, { altKey: true })).toBeNull();
    expect(press('ArrowLeft', undefined, { metaKey: true })).toBeNull();
  });
});
