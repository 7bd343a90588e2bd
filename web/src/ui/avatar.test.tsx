import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AVATAR_SIZES, Avatar, type AvatarProps } from './avatar.tsx';

afterEach(cleanup);

const show = (props: Partial<AvatarProps> = {}) => {
  const { container } = render(<Avatar name="Ann Clark" id="a" {...props} />);
  return {
    state: () => container.querySelector('.avatar')?.getAttribute('data-state'),
    image: () => container.querySelector('img'),
    initials: () => container.querySelector('[data-initials]')?.getAttribute('data-initials') ?? null,
  };
};

it('shows initials without an image', () => {
  const { image, initials } = show();
  expect([image(), initials()]).toEqual([null, 'AC']);
});

it('shows an image once it has loaded, and initials instead if it cannot be loaded', () => {
  const { image, initials, state } = show({ src: '/files/a.webp' });
  expect([state(), initials()]).toEqual(['loading', null]);
  fireEvent.load(image() as Element);
  expect([state(), initials()]).toEqual(['loaded', null]);
  fireEvent.error(image() as Element);
  expect([state(), image(), initials()]).toEqual(['error', null, 'AC']);
});

it('has the width and height of its size', () => {
  expect(AVATAR_SIZES).toEqual({ xs: 24, sm: 32, md: 40, lg: 48, xl: 64, xxl: 96 });
  const { image } = show({ src: '/files/a.webp', size: 'xl' });
  expect([image()?.getAttribute('width'), image()?.getAttribute('height')]).toEqual(['64', '64']);
});

it('shows two letters of one name in the palette of spaces, and one elsewhere', () => {
  expect(show({ name: 'Bread', variant: 'palette' }).initials()).toBe('BR');
  cleanup();
  expect(show({ name: 'Bread' }).initials()).toBe('B');
});
