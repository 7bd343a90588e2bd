import { SpaceCard } from './space-card.tsx';

/** Cards side by side, as many as fit. The first row loads at once. */
export function SpaceGrid({ spaceIds }: { spaceIds: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4">
      {spaceIds.map((id, index) => (
        <li key={id} className="grid">
          <SpaceCard spaceId={id} eager={index < 3} />
        </li>
      ))}
    </ul>
  );
}
