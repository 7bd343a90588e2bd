import { Heart, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonVariant } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export const title = 'Button, IconButton';

const VARIANTS: [ButtonVariant, string][] = [
  ['primary', 'Publish post'],
  ['secondary', 'Save draft'],
  ['quiet', 'Cancel'],
  ['danger', 'Remove member'],
];

function Row(props: { size?: 'sm' | 'md' | 'lg'; disabled?: boolean; loading?: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      {VARIANTS.map(([variant, text]) => (
        <Button key={variant} variant={variant} {...props}>
          {text}
        </Button>
      ))}
    </div>
  );
}

function Saving() {
  const [loading, setLoading] = useState(false);
  return (
    <Button
      className="justify-self-start"
      variant="primary"
      loading={loading}
      onClick={() => setLoading(true)}
    >
      Press to save
    </Button>
  );
}

function Pressed() {
  const [liked, setLiked] = useState(true);
  return (
    <IconButton label="Like" pressed={liked} onClick={() => setLiked(!liked)}>
      <Heart size={20} aria-hidden="true" fill={liked ? 'currentColor' : 'none'} />
    </IconButton>
  );
}

export const states = {
  Variants: () => <Row />,
  Small: () => <Row size="sm" />,
  Large: () => <Row size="lg" />,
  Loading: () => <Row loading />,
  'Starts loading': Saving,
  Disabled: () => <Row disabled />,
  'With an icon, as a link, over the whole width': () => (
    <div className="grid max-w-sm gap-3">
      <Button icon={<Plus size={18} aria-hidden="true" />}>New post</Button>
      <Button variant="primary" render={<a href="#button" />}>
        Discover spaces
      </Button>
      <Button block>Continue</Button>
    </div>
  ),
  'Icon buttons': () => (
    <div className="flex flex-wrap items-center gap-3">
      <IconButton label="More options">
        <MoreHorizontal size={20} aria-hidden="true" />
      </IconButton>
      <Pressed />
      <IconButton label="New post" variant="primary">
        <Plus size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label="Add" variant="secondary" size="sm">
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label="Remove" disabled>
        <Trash2 size={20} aria-hidden="true" />
      </IconButton>
    </div>
  ),
};
