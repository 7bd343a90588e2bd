import { SpaceCard } from './space-card.tsx';

/** A grid of cards. The covers of the first row load eagerly. */
export function SpaceGrid({
  spaceIds,
  heading,
}: {
  spaceIds: readonly string[];
  /** The heading level of the cards' titles. */
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
