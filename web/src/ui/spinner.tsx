import { LoaderCircle } from 'lucide-react';

/** A turning ring. Decoration only: say in words what is being waited for. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle className="spinner" size={size} aria-hidden="true" />;
}
