import { useEffect, useState } from 'react';
import { copyAndSay } from '#web/lib/copy-text.ts';
import { DraftStore, listDrafts } from '#web/lib/drafts.ts';
import { toParagraphs } from '#web/lib/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import type { UnsentComment } from './comment-outbox.ts';

interface Kept {
  place: string;
  /** HTML of the editor, which no server has seen. */
  html: string;
}

const htmlOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { html } = (value ?? {}) as { html?: unknown };
  return typeof html === 'string' ? html : '';
};

/** What this person has typed under a post and never sent: begun comments and replies, and what was refused. */
export function readUnsentDrafts(userId: string, postId: string): Kept[] {
  const begun = listDrafts(userId, `comment:${postId}`).map(({ place, value }) => ({
    place,
    html: htmlOf(value),
  }));
  const outbox = `outbox:${postId}`;
  const unsent = (new DraftStore<UnsentComment[]>(userId, outbox).read() ?? []).map(({ body }) => body);
  const all = unsent.length > 0 ? [...begun, { place: outbox, html: unsent.join('') }] : begun;
  return all.filter(({ html }) => toParagraphs(html).length > 0);
}

/** Stands where nobody can write any more: what was typed there is not lost, it can be copied. */
export function UnsentDrafts({ userId, postId }: { userId: string; postId: string }) {
  const [kept, setSaved] = useState<Kept[]>([]);
  useEffect(() => setSaved(readUnsentDrafts(userId, postId)), [userId, postId]);
  const copy = (html: string) =>
    copyAndSay(toParagraphs(html).join('\n\n'), {
      copied: 'Text copied',
      failed: { title: 'The text could not be copied' },
    });
  const discard = (place: string) => {
    new DraftStore(userId, place).clear();
    setSaved((now) => now.filter((one) => one.place !== place));
  };
  return kept.map(({ place, html }) => (
    <Card key={place} render={<section aria-label="Unsent comment" />} className="mb-3">
      <p className="text-sm text-soft">You didn't post this. It's saved in this browser.</p>
      <div className="prose mt-2" data-size="compact">
        {toParagraphs(html).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change.
          <p key={index}>{text}</p>
        ))}
      </div>
      <div className="mt-3 flex gap-2">
        <Button size="sm" onClick={() => void copy(html)}>
          Copy my text
        </Button>
        <Button size="sm" variant="quiet" onClick={() => discard(place)}>
          Discard
        </Button>
      </div>
    </Card>
  ));
}
