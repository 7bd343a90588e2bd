import { ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';

interface NewPostsPillProps {
  count: number;
  /** More happened than new posts, or more than can be counted: the feed is to be read anew. */
  many: boolean;
  onShow: () => void;
}

/** '3 new posts', floating above the feed without taking a place in it. */
export function NewPostsPill({ count, many, onShow }: NewPostsPillProps) {
  const copy = count > 0 ? `${count} new post${count === 1 ? '' : 's'}` : 'New activity';
  const isThere = many || count > 0;
  return (
    <div className="pointer-events-none sticky top-17 z-20 -mb-3 flex h-0 justify-center" aria-live="polite">
      {isThere && (
        <Button
          variant="primary"
          className="new-posts pointer-events-auto !rounded-full"
          icon={<ArrowUp size={18} aria-hidden="true" />}
          onClick={onShow}
        >
          {copy}
        </Button>
      )}
    </div>
  );
}
