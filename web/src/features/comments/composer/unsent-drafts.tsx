import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { DraftStore, listDrafts } from '#web/lib/cache/drafts.ts';
import { loadModule } from '#web/lib/loading/load-module.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { toParagraphs } from '#web/lib/text/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toDraftHtml } from './draft-html.ts';
import { commentList, type UnsentComment } from './open-outboxes.ts';

interface UnsentDraft {
  key: string;
  /** HTML from the editor, not sanitized by the server. */
  html: string;
}

/** Only those who can't write need it without the outbox itself. */
const loadTable = async () => {
  const { outboxTable } = await loadModule(() => import('#web/lib/outbox/outbox-table.ts'));
  return await outboxTable();
};

/**
 * Returns everything a user typed under a post but never posted: drafts of comments and replies, and rejected comments.
 */
export async function listUnsentDrafts(userId: string, postId: string): Promise<UnsentDraft[]> {
  const drafts = listDrafts(userId, `comment:${postId}`).map(({ key, value }) => ({
    key,
    html: toDraftHtml(value),
  }));
  const items = await (await loadTable()).list(userId, commentList(postId));
  const unsent = items.map(({ client_id, content }) => ({
    key: client_id,
    html: (content as Pick<UnsentComment, 'body'>).body,
  }));
  return [...drafts, ...unsent].filter(({ html }) => toParagraphs(html).length > 0);
}

/** Shows unsent drafts where commenting is no longer possible, so that the text can be copied. */
export function UnsentDrafts({ userId, postId }: { userId: string; postId: string }) {
  const [saved, setSaved] = useState<UnsentDraft[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void listUnsentDrafts(userId, postId).then((drafts) => isCurrent && setSaved(drafts));
    return () => {
      isCurrent = false;
    };
  }, [userId, postId]);
  const copy = (html: string) =>
    copyWithToast(toParagraphs(html).join('\n\n'), {
      copied: t('Text copied'),
      failed: { title: t("Couldn't copy the text") },
    });
  const discard = (key: string) => {
    // The key of one of the two.
    new DraftStore(userId, key).clear();
    void loadTable().then((table) => table.remove(key));
    setSaved((now) => now.filter((one) => one.key !== key));
  };
  return saved.map(({ key, html }) => (
    <Card key={key} render={<section aria-label={t('Unsent comment')} />} className="mb-3">
      <p className="text-sm text-soft">{t("You didn't post this. It's saved in this browser.")}</p>
      <div className="prose mt-2" data-size="compact">
        {toParagraphs(html).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change.
          <p key={index}>{text}</p>
        ))}
      </div>
      <div className="mt-3 flex gap-2">
        <Button size="sm" onClick={() => void copy(html)}>
          {t('Copy my text')}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => discard(key)}>
          {t('Discard')}
        </Button>
      </div>
    </Card>
  ));
}
