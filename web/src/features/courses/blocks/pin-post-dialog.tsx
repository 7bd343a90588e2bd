import '#web/styles/lazy/overlays.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import type { NewBlock } from '#web/ui/rich-text/added-blocks.ts';
import { BlockDialog } from './block-dialog.tsx';
import { readPostSlug } from './post-slug.ts';

interface PinPostDialogProps {
  space: { id: string; subdomain: string };
  onAdd: (added: NewBlock) => void;
  onClose: () => void;
}

const toBlock = ({ id, title }: { id: string; title: string }): NewBlock => ({
  kind: 'post',
  reference: id,
  label: title,
});

/** Adds a post of the space, chosen from the latest or by its address. */
export function PinPostDialog({ space, onAdd, onClose }: PinPostDialogProps) {
  const call = getApiClient(useQueryClient());
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const latest = useQuery(apiQuery('list_posts', { space_id: space.id, sort: 'new' }, ({ posts }) => posts));
  const wanted = typed.trim().toLowerCase();
  const shown = (latest.data ?? []).filter(
    ({ title, deleted_at }) => !deleted_at && title.toLowerCase().includes(wanted),
  );
  const add = async () => {
    const slug = readPostSlug(typed, { host: window.location.host, subdomain: space.subdomain });
    if (slug === null) {
      const [only] = shown;
      if (only && wanted !== '' && shown.length === 1) return onAdd(toBlock(only));
      return setProblem(t('Choose a post, or paste the address of one in this space.'));
    }
    setBusy(true);
    try {
      const { post } = await call('get_post_by_slug', { subdomain: space.subdomain, slug });
      onAdd(toBlock(post));
    } catch (error) {
      setProblem(toMessage(error, t('Please try again.')));
      setBusy(false);
    }
  };
  return (
    <BlockDialog
      title={t('Pin community post')}
      isFilled={typed !== ''}
      isBusy={isBusy}
      onAdd={() => void add()}
      onClose={onClose}
    >
      <TextField
        label={t('Title or address of the post')}
        autoComplete="off"
        value={typed}
        error={problem}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem('');
        }}
      />
      {latest.isPending ? (
        <Skeleton shape="block" />
      ) : shown.length === 0 ? (
        <p className="text-sm text-soft" role="status">
          {wanted === ''
            ? t('No posts yet.')
            : t('Not among the latest posts. Paste the address of an older one.')}
        </p>
      ) : (
        <ul className="popup-list -mx-2 max-h-72 overflow-y-auto" aria-label={t('Latest posts')}>
          {shown.map((post) => (
            <li key={post.id}>
              <button type="button" className="item w-full text-left" onClick={() => onAdd(toBlock(post))}>
                <span className="min-w-0 flex-1">
                  <span className="line-clamp-1">{post.title}</span>
                  <span className="item-note">{post.author.full_name}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </BlockDialog>
  );
}
