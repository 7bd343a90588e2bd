import { MessagesSquare } from 'lucide-react';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Card, EmptyState } from './card.tsx';
import { ProgressBar, Skeleton } from './progress.tsx';
import { Tabs } from './tabs.tsx';

export const title = 'Badge, Card, EmptyState, Skeleton, ProgressBar, Tabs';

export const states = {
  Badges: () => (
    <div className="flex flex-wrap items-center gap-2">
      <Badge>Member</Badge>
      <Badge tone="accent">Admin</Badge>
      <Badge tone="accent" solid>
        3
      </Badge>
      <Badge tone="success">Published</Badge>
      <Badge tone="warning">Draft</Badge>
      <Badge tone="danger">Removed</Badge>
      <Badge tone="danger" solid>
        12
      </Badge>
    </div>
  ),
  Cards: () => (
    <div className="grid gap-4 md:grid-cols-2">
      <Card>
        <h4 className="mb-1 font-semibold">A card</h4>
        <p className="text-soft">Content first, with space around it.</p>
      </Card>
      <Card interactive>
        <h4 className="mb-1 font-semibold">
          <a className="card-link" href="#display">
            A card that is a link
          </a>
        </h4>
        <p className="text-soft">All of it can be pressed.</p>
      </Card>
    </div>
  ),
  'Empty state': () => (
    <EmptyState
      icon={<MessagesSquare size={24} aria-hidden="true" />}
      title="No posts yet"
      action={<Button variant="primary">Write the first post</Button>}
    >
      Say hello, show something, ask something.
    </EmptyState>
  ),
  Skeleton: () => (
    <div className="flex gap-3" aria-busy="true">
      <Skeleton shape="circle" />
      <div className="max-w-md flex-1">
        <Skeleton width="40%" />
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton shape="block" className="mt-3" />
      </div>
    </div>
  ),
  Progress: () => (
    <div className="grid max-w-md grid-cols-1 gap-5">
      <ProgressBar label="Course" value={0.6} valueText="3 of 5" />
      <ProgressBar label="Sending film-scan.tiff" value={0.27} />
      <ProgressBar label="Preparing" />
    </div>
  ),
  Tabs: () => (
    <Tabs
      label="Space"
      tabs={['Feed', 'Classroom', 'Calendar', 'Members', 'Leaderboard', 'About'].map((name, i) => ({
        value: name,
        label: name,
        content: <p>The {name.toLowerCase()} of the space.</p>,
        disabled: i === 4,
      }))}
    />
  ),
};
