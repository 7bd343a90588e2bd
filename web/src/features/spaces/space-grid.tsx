import { SpaceCard } from './space-card.tsx';

/** Cards side by side, as many as fit. The first row loads at once. */
export function SpaceGrid({
  spaceIds,
  heading,
}: {
  spaceIds: readonly string[];
  /** The level of the cards' titles in their page. */
  heading: 'h2' | 'h3';
}) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
      {spaceIds.map((id, index) => (
        <li key={id} className="grid">
          <SpaceCard spaceId={id} heading={heading} eager={index < 3} />
        </li>
      ))}
    </ul>
  );
}
