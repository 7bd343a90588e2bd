import '#web/styles/lazy/landing.css';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { SpaceCard } from './space-card.tsx';

/** A grid of cards, at the end of which people can start a space. */
export function SpaceGrid({
  spaceIds,
  heading,
  canCreate = false,
  eager = false,
}: {
  spaceIds: readonly string[];
  /** The heading level of the cards' titles. */
  heading: 'h2' | 'h3';
  /** Whether the last card leads to the form for a new space. */
  canCreate?: boolean;
  /** Whether its first row is above the fold: its covers load eagerly. */
  eager?: boolean;
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
      {spaceIds.map((id, index) => (
        <li key={id} className="grid">
          <SpaceCard spaceId={id} heading={heading} eager={eager && index < 3} />
        </li>
      ))}
      {canCreate && (
        <li className="grid">
          <Link to="/create-space" className="create-card">
            <span className="empty-icon">
              <Plus size={24} aria-hidden="true" />
            </span>
            <span className="font-semibold text-ink">{t('Create a space')}</span>
            <span className="text-sm">{t('A home for your own community')}</span>
          </Link>
        </li>
      )}
    </ul>
  );
}
