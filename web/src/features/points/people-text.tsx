import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { RichTextView, type RichTextViewProps } from '#web/ui/rich-text/rich-text-view.tsx';

const memberCard = lazyComponent(async () => (await import('./member-card.tsx')).MemberCardPopover);

interface OpenCard {
  id: string;
  name: string;
  link: HTMLElement;
}

/** Returns whether the browser handles the click itself, for example to open a new tab. */
const isHandledByBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/** Sanitized rich text in which a member's name opens their card. */
export function PeopleText({ spaceId, ...text }: RichTextViewProps & { spaceId: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [openCard, setOpenCard] = useState<OpenCard | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const element = box.current;
    const show = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-mention]');
      const id = link ? link.dataset.mention : undefined;
      if (!link || !id || isHandledByBrowser(event)) return;
      event.preventDefault();
      setOpenCard({ id, name: (link.textContent ?? '').replace(/^@/, ''), link });
      setOpen(true);
    };
    element?.addEventListener('click', show);
    return () => element?.removeEventListener('click', show);
  }, []);
  return (
    <>
      <div ref={box} className="contents">
        <RichTextView {...text} />
      </div>
      {openCard && (
        <memberCard.Component
          key={openCard.id}
          spaceId={spaceId}
          userId={openCard.id}
          name={openCard.name}
          anchor={openCard.link}
          open={open}
          onOpenChange={setOpen}
          onLoadFailure={() => setOpenCard(null)}
        />
      )}
    </>
  );
}
