import { type ReactNode, useMemo, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from './relative-time-text.tsx';
import { diffWords } from './word-diff.ts';

interface TextVersionProps {
  /** Such as "Current version". */
  label: string;
  /** When this version was written. */
  at: string;
  /** Its plain text. */
  text: string;
  /** The plain text of the version before, with which it's compared first; null for the first version. */
  before: string | null;
  /** The version as it was shown. */
  children: ReactNode;
}

/** A version of an edited text, with what changed since the one before. */
export function TextVersion({ label, at, text, before, children }: TextVersionProps) {
  const [compares, setCompares] = useState(true);
  return (
    <>
      <div className="flex items-center justify-between gap-3 text-sm text-soft">
        <span>
          {label} · <RelativeTime at={at} />
        </span>
        {before !== null && (
          <Button
            variant="quiet"
            size="sm"
            className="-mr-3"
            aria-pressed={compares}
            onClick={() => setCompares(!compares)}
          >
            {compares ? t('Show this version') : t('Show changes')}
          </Button>
        )}
      </div>
      <div className="rounded-md bg-sunken p-4">
        {before !== null && compares ? <Changes before={before} text={text} /> : children}
      </div>
    </>
  );
}

/** A text with the words added and removed since the previous version. */
function Changes({ before, text }: { before: string; text: string }) {
  const parts = useMemo(() => diffWords(before, text), [before, text]);
  return (
    <p className="whitespace-pre-line [overflow-wrap:anywhere]">
      {parts.map((part, index) => {
        const key = `${index}-${part.kind}`;
        if (part.kind === 'added') {
          return (
            <ins key={key} className="rounded-sm bg-success-soft text-success-text no-underline">
              {part.text}
            </ins>
          );
        }
        if (part.kind === 'removed') {
          return (
            <del key={key} className="rounded-sm bg-danger-soft text-danger-text">
              {part.text}
            </del>
          );
        }
        return <span key={key}>{part.text}</span>;
      })}
    </p>
  );
}
