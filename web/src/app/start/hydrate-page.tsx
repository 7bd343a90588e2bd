import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

interface PageProps {
  children: ReactNode;
  onHydrated: () => void;
}

function Page({ children, onHydrated }: PageProps) {
  useEffect(onHydrated, [onHydrated]);
  return children;
}

/**
 * Hydrates a page that the server rendered; calls `onHydrated` once its frame is, as the parts that wait for their code are
 * hydrated later.
 */
export function hydratePage(container: Document | Element, page: ReactNode, onHydrated: () => void): void {
  // As a transition, React hydrates in short tasks, between which the page scrolls and reacts.
  startTransition(() => {
    hydrateRoot(container, <Page onHydrated={onHydrated}>{page}</Page>);
  });
}
