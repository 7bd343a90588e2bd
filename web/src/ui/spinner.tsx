import { LoaderCircle } from 'lucide-react';

/** A decorative spinner; describe in text what is loading. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle className="spinner" size={size} aria-hidden="true" />;
}
