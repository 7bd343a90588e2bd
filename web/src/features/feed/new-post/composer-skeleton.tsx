import { type RefObject, useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { EditorSkeleton } from '#web/ui/rich-text/editor-skeleton.tsx';

interface ComposerSkeletonProps {
  /** The title of the draft. */
  title: string;
  /** Gets the title as it is typed, for the form; null before anything is typed. */
  typed: RefObject<string | null>;
}

/** The composer while its scripts load: the title can be typed already. Same height as the form. */
export function ComposerSkeleton({ title, typed }: ComposerSkeletonProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return (
    <Card className="!p-0" aria-busy="true">
      <div className="mx-4 flex flex-col pt-4 md:mx-5">
        <input
          ref={input}
          className="h-10 bg-transparent text-[1.25rem] font-semibold outline-none placeholder:text-faint"
          aria-label={t('Title')}
          placeholder={t('Title')}
          autoComplete="off"
          defaultValue={typed.current ?? title}
          onChange={(event) => {
            typed.current = event.target.value;
          }}
        />
        <EditorSkeleton toolbar="selection" />
      </div>
      <div className="mt-3 flex min-h-[3.5625rem] items-center border-t border-line px-4 md:px-5">
        <Skeleton width="9rem" height="1.5rem" />
      </div>
    </Card>
  );
}
