import { useQueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { buttonsOf, countOf, hasReacted, type SpaceReactableKind } from '#contract/values/reactions.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Button } from '#web/ui/button.tsx';
import { LikeButton } from './like-button.tsx';
import { setReaction } from './set-reaction.ts';

interface ReactionButtonsProps {
  target: SpaceReactableKind;
  id: string;
  /** Whether the viewer may react; otherwise only the counts are shown. */
  canReact: boolean;
}

/** A button with its count for each kind of reaction that a target takes, the like first. */
export function ReactionButtons({ target, id, canReact }: ReactionButtonsProps) {
  const client = useQueryClient();
  const entity = useEntity(target, id);
  if (!entity) return null;
  return (
    <>
      <LikeButton target={target} id={id} canLike={canReact} />
      {buttonsOf(target).map(({ kind, emoji, label }) => {
        const count = countOf(entity, kind);
        const isGiven = hasReacted(entity, kind);
        return (
          (canReact || count > 0) && (
            <Button
              key={kind}
              variant="quiet"
              size="sm"
              className={isGiven ? '!px-2 !text-accent-text' : '!px-2'}
              disabled={!canReact}
              aria-pressed={isGiven}
              aria-label={t('{reaction}, {count, plural, one {# person} other {# people}}', {
                reaction: t(label),
                count,
              })}
              onClick={() => void setReaction(client, { target, id, kind }, !isGiven)}
            >
              <span aria-hidden="true">{emoji}</span>
              {count > 0 && <span className="tabular-nums">{toCount(count)}</span>}
            </Button>
          )
        );
      })}
    </>
  );
}
