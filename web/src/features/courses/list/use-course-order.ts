import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import type { Point } from '#web/lib/drag/drag-session.ts';
import { useDrag } from '#web/lib/drag/use-drag.ts';
import { type Position, stepFrom } from '../course-tree.ts';
import { moveCourse, readCourseOrder } from '../writing/course-actions.ts';
import { aimCard, type CardTarget, isSameCardTarget } from './aim-card.ts';

/** Moves of courses within the list: by dragging, or with Alt and the arrow keys. */
export function useCourseOrder(spaceId: string, canMove: boolean) {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const moving = useRef<string | null>(null);
  const move = (id: string, after: Position) => {
    const course = readEntity(client, 'course', id);
    if (!course) return;
    void moveCourse(client, course, after);
    const order = readCourseOrder(client, spaceId);
    setAnnouncement(
      t('{title} is now {position, number} of {count, number}', {
        title: course.title,
        position: order.indexOf(id) + 1,
        count: order.length,
      }),
    );
  };
  const aim = (id: string, at: Point): CardTarget | null => {
    const list = box.current;
    if (!list) return null;
    const cards = [...list.querySelectorAll<HTMLElement>('[data-course]')].map((card) => {
      const { left, right, top, bottom } = card.getBoundingClientRect();
      return { id: card.dataset.course ?? '', left, right, top, bottom };
    });
    return aimCard(cards, list.getBoundingClientRect(), id, at);
  };
  const { drag, box, ghost, onPointerDown } = useDrag<string, CardTarget>(canMove, {
    pick: (pressed) =>
      pressed.closest('button, [role="menu"]')
        ? null
        : (pressed.closest<HTMLElement>('[data-course]')?.dataset.course ?? null),
    aim,
    isSame: isSameCardTarget,
    drop: (id, { after }) => move(id, after),
    findScroller: () => null,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
    const direction = key === 'ArrowUp' ? 'up' : key === 'ArrowDown' ? 'down' : null;
    if (!canMove || !direction || !altKey || ctrlKey || metaKey || shiftKey) return;
    const id =
      target instanceof Element ? target.closest<HTMLElement>('[data-course]')?.dataset.course : undefined;
    if (!id) return;
    event.preventDefault();
    const order = readCourseOrder(client, spaceId).map((one) => ({ id: one }));
    const after = stepFrom(order, id, direction);
    if (after === undefined) return;
    moving.current = id;
    move(id, after);
  };
  // The browser takes the focus from elements that change their place.
  useLayoutEffect(() => {
    if (!moving.current || document.activeElement !== document.body) return;
    box.current?.querySelector<HTMLElement>(`[data-course="${moving.current}"] a`)?.focus();
  });
  const onBlur = ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
    if (relatedTarget) moving.current = null;
  };
  return { drag, ghost, announcement, list: { ref: box, onPointerDown, onKeyDown, onBlur } };
}
